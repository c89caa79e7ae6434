import { Box, Button } from '@mantine/core';
import type { Environment } from '../../../../shared/status.ts';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { checkPassphrase, noPassphrase, PassphraseFields } from '../../setup/passphrase-fields.tsx';

export function PassphraseChange({ environment }: { environment: Environment }) {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('vault.changePassphrase');
  const form = useForm({
    id: 'passphrase',
    initial: { current: '', ...noPassphrase },
    check: ({ current, ...next }) => ({
      current: current === '' ? t('settings.passphrase.needed') : undefined,
      ...checkPassphrase(next, t),
    }),
    send: ({ current, first }) => run({ current, next: first }),
    empties: true,
  });

  return (
    <section>
      <h3>{t('settings.passphrase.title', { environment: words.environments[environment] })}</h3>
      <p className={page.lead}>{t('settings.passphrase.text')}</p>
      <FailureNote of={form.failure} />
      <form onSubmit={form.onSubmit}>
        <Field
          {...form.text('current')}
          maw="24rem"
          type="password"
          dir="auto"
          label={t('settings.passphrase.current')}
        />
        <PassphraseFields form={form} />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t('settings.passphrase.change')}
        </Button>
        <Box component="span" role="status" ms="md" c="var(--seal)">
          {form.isSaved && t('settings.passphrase.changed')}
        </Box>
      </form>
    </section>
  );
}
