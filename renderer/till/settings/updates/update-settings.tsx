import { Button } from '@mantine/core';
import type { Updates } from '../../../../shared/contract/terminal/updates.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import section from '../../../ui/components/layout/page-section.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import styles from './updates-page.module.css';

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

export function UpdateSettingsForm({ view }: { view: Updates }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('update.setSettings');
  const timeError = (text: string) => (timePattern.test(text) ? undefined : t('updates.timeWrong'));
  const form = useForm({
    id: 'update-settings',
    initial: {
      how: view.automatic ? ('automatic' as const) : ('byHand' as const),
      server: view.server ?? '',
      ...view.night,
    },
    check: ({ from, to }) => ({ from: timeError(from), to: timeError(to) }),
    send: ({ how, server, from, to }) =>
      run({
        automatic: how === 'automatic',
        night: { from, to },
        ...(server.trim() !== '' && { server: server.trim() }),
      }),
  });
  return (
    <form className={`${section.section} ${styles.section}`} onSubmit={form.onSubmit} noValidate>
      <Choice
        aria-label={t('updates.how')}
        value={form.values.how}
        onChange={(how) => form.set({ how })}
        data={[
          { value: 'automatic', label: t('updates.automatic') },
          { value: 'byHand', label: t('updates.byHand') },
        ]}
      />
      {view.serverFromPolicy ? (
        <p>
          {t('updates.byPolicy')} <bdi dir="ltr">{view.server}</bdi>
        </p>
      ) : (
        <Field
          {...form.text('server')}
          dir="ltr"
          inputMode="url"
          label={t('updates.server')}
          placeholder={t('updates.noServer')}
          maxLength={500}
        />
      )}
      <div className={styles.times}>
        <Field
          {...form.text('from', withLatinNumbers)}
          dir="ltr"
          label={t('updates.from')}
          placeholder="02:00"
        />
        <Field {...form.text('to', withLatinNumbers)} dir="ltr" label={t('updates.to')} placeholder="05:00" />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t('app.save')}
        </Button>
      </div>
      <FailureNote of={form.failure} />
    </form>
  );
}
