import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import { Sheet } from '../components/sheet.tsx';
import { CodeField, EmailField } from './credential-fields.tsx';
import { LanguageButton } from './language-button.tsx';
import { useOfficeCommand } from './office.ts';
import { useOfficeWords } from './use-office-words.ts';

export function SignIn() {
  const { t, say } = useOfficeWords();
  const { run, busy, failure } = useOfficeCommand('session.signIn');
  const [given, setGiven] = useState({ email: '', password: '', code: '' });
  const set = (change: Partial<typeof given>) => setGiven((before) => ({ ...before, ...change }));
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // A code serves once, whatever the result.
    if ((await run(given)) === undefined) set({ code: '' });
  };
  return (
    <Sheet title={t('signIn.title')}>
      <form onSubmit={(event) => void onSubmit(event)}>
        {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
        <EmailField autoFocus value={given.email} onText={(email) => set({ email })} />
        <Field
          label={t('signIn.password')}
          type="password"
          dir="ltr"
          autoComplete="current-password"
          required
          value={given.password}
          error={undefined}
          onText={(password) => set({ password })}
        />
        <CodeField
          label={t('signIn.code')}
          description={t('signIn.codeHint')}
          value={given.code}
          onText={(code) => set({ code })}
        />
        <Button type="submit" size="xl" fullWidth aria-disabled={busy} disabled={given.code.length !== 6}>
          {t('signIn.go')}
        </Button>
      </form>
      <LanguageButton />
    </Sheet>
  );
}
