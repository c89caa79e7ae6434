import { Button } from '@mantine/core';
import { useState } from 'react';
import { Field } from '../../ui/components/forms/field.tsx';
import { FormButtons } from '../../ui/components/forms/form-buttons.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';

export function DrawerByHand() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('device.present', {});
  const [isAsking, setAsking] = useState(false);
  if (!data?.drawer) return null;
  if (isAsking) return <ReasonForm onEnd={() => setAsking(false)} />;
  return (
    <div className={forms.buttons}>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('devices.drawer.open')}
      </Button>
    </div>
  );
}

function ReasonForm({ onEnd }: { onEnd(): void }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('drawer.open');
  const form = useForm({
    id: 'drawer',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('devices.payments.needsReason') : undefined }),
    send: ({ reason }) => run({ reason }),
    onDone: onEnd,
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <FailureNote of={form.failure} />
      <Field {...form.text('reason')} autoFocus label={t('devices.drawer.reason')} maxLength={200} />
      <FormButtons
        label={t('devices.drawer.open')}
        busy={busy}
        cancelLabel={t('integrations.cancel')}
        onCancel={onEnd}
      />
    </form>
  );
}
