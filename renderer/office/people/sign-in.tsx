import { Button } from '@mantine/core';
import { Field } from '../../ui/components/forms/field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { LanguageButton } from '../language-button.tsx';
import { useOfficeCommand } from '../office.ts';
import { CodeField, EmailField } from '../parts/credential-fields.tsx';
import { useOfficeWords } from '../use-office-words.ts';

export function SignIn() {
  const { t, say } = useOfficeWords();
  const { run, busy } = useOfficeCommand('session.signIn');
  const form = useForm({
    id: 'sign-in',
    initial: { email: '', password: '', code: '' },
    async send(given) {
      const answer = await run(given);
      // A code can be used only once, even if the sign-in fails.
      if (answer?.ok === false) form.set({ code: '' });
      return answer;
    },
  });
  return (
    <Sheet title={t('signIn.title')}>
      <form onSubmit={form.onSubmit}>
        {form.failure && <Note tone="red">{say(form.failure)}</Note>}
        <EmailField {...form.text('email')} autoFocus />
        <Field
          {...form.text('password')}
          label={t('signIn.password')}
          type="password"
          dir="ltr"
          autoComplete="current-password"
          required
        />
        <CodeField {...form.text('code')} label={t('signIn.code')} description={t('signIn.codeHint')} />
        <Button
          type="submit"
          size="xl"
          fullWidth
          aria-disabled={busy}
          disabled={form.values.code.length !== 6}
        >
          {t('signIn.go')}
        </Button>
      </form>
      <LanguageButton />
    </Sheet>
  );
}
