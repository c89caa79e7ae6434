import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

/** Lets a manager say that an accepted sale, which was rung again by hand, stands for a rejected one. */
export function StandIn({ invoice: { uuid } }: { invoice: InvoiceDetail }) {
  const { t, words } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { run, busy } = useTerminalCommand('sale.standsFor');
  const form = useForm({
    id: 'stand-in',
    initial: { accepted: '' },
    check: ({ accepted }) => ({ accepted: accepted.trim() === '' ? words.issues.blank : undefined }),
    send: ({ accepted }) => run({ rejected: uuid, accepted: accepted.trim() }),
  });
  if (!isOpen)
    return (
      <Button variant="subtle" color="gray" ms="-1rem" onClick={() => setOpen(true)}>
        {t('standIn.open')}
      </Button>
    );
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <p className={common.remark}>{t('standIn.lead')}</p>
      <Field {...form.text('accepted')} label={t('standIn.number')} dir="ltr" maxLength={200} autoFocus />
      <FailureNote of={form.failure} />
      <div className={common.buttons}>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" aria-disabled={busy}>
          {t(busy ? 'standIn.saying' : 'standIn.say')}
        </Button>
      </div>
    </form>
  );
}
