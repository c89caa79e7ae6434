import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ShiftView } from '../../../shared/contract/till/shifts.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { FormButtons } from '../../ui/components/forms/form-buttons.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import list from '../../ui/components/tables/list.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './shift-screen.module.css';

type Kind = 'in' | 'out';

export function CashMoves({ movements }: Pick<ShiftView, 'movements'>) {
  const { t, format } = useLanguage();
  const [kind, setKind] = useState<Kind>();
  return (
    <section>
      <h3 className={common.subtitle}>{t('shift.movements')}</h3>
      {movements.length > 0 && (
        <ul className={`${list.list} ${styles.moves}`}>
          {movements.map((movement) => (
            <li key={`${movement.at} ${movement.kind}`} className={list.row}>
              <span className={list.soft}>{format.time(movement.at)}</span>
              <span className={list.main}>
                <span className={list.strong}>{t(`shift.kinds.${movement.kind}`)}</span>
                <span className={list.soft}>
                  {movement.reason !== undefined && (
                    <>
                      <bdi>{movement.reason}</bdi> ·{' '}
                    </>
                  )}
                  <ActorName name={movement.by.name} />
                </span>
              </span>
              <span className={list.end}>
                {movement.kind !== 'handover' && <Money amount={movement.amount} currency="SAR" />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {kind === undefined ? (
        <div className={forms.buttons}>
          {(['in', 'out'] as const).map((one) => (
            <Button key={one} variant="default" onClick={() => setKind(one)}>
              {t(one === 'in' ? 'shift.payIn' : 'shift.payOut')}
            </Button>
          ))}
        </div>
      ) : (
        <MoveForm key={kind} kind={kind} onEnd={() => setKind(undefined)} />
      )}
    </section>
  );
}

function MoveForm({ kind, onEnd }: { kind: Kind; onEnd(): void }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('shift.move');
  // Pressing again must not record the cash twice.
  const [id] = useState(() => crypto.randomUUID());
  const form = useForm({
    id: 'move',
    initial: { amount: '', reason: '' },
    check: ({ amount, reason }) => ({
      amount: (readAmount(amount) ?? 0) > 0 ? undefined : t('shift.notAmount'),
      reason: reason.trim() === '' ? t('shift.reasonMissing') : undefined,
    }),
    send: ({ amount, reason }) => run({ id, kind, amount: readAmount(amount) ?? 0, reason }),
    onDone: onEnd,
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <FailureNote of={form.failure} />
      <div className={forms.fields}>
        <Field {...form.text('amount')} amount autoFocus label={t('shift.amount')} placeholder="0.00" />
        <Field {...form.text('reason')} label={t('shift.reason')} />
      </div>
      <FormButtons label={t(kind === 'in' ? 'shift.payIn' : 'shift.payOut')} busy={busy} onCancel={onEnd} />
    </form>
  );
}
