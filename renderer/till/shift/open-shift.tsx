import { Box, Button, Flex } from '@mantine/core';
import { useState } from 'react';
import type { ClosedShift, ShiftView } from '../../../shared/contract/till/shifts.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { FormButtons } from '../../ui/components/forms/form-buttons.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../ui/components/layout/collapsible.tsx';
import work from '../../ui/components/layout/work-screen.module.css';
import { LoadError } from '../../ui/components/load-error.tsx';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { PadDock } from '../../ui/components/pad/pad-dock.tsx';
import { Confirm } from '../../ui/components/press/confirm.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { useSteadyPress } from '../../ui/components/press/use-steady-press.ts';
import list from '../../ui/components/tables/list.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ReceivePayment } from '../accounts/receive-payment.tsx';
import { CountForm, type Counts, countOf, noCounts } from './count-form.tsx';
import { leave, padded } from './padded-fields.ts';
import { ReportFigures } from './report-figures.tsx';
import styles from './shift-screen.module.css';

interface OpenShiftProps {
  readonly shift: ShiftView;
  readonly isManager: boolean;
  onClosed(closed: ClosedShift): void;
}

/** The open shift: cash in and out, the count, and the closing. Totals are not shown, so that the count is honest. */
export function OpenShift({ shift, isManager, onClosed }: OpenShiftProps) {
  const { t } = useLanguage();
  const close = useTerminalCommand('shift.close');
  const [counts, setCounts] = useState<Counts>(noCounts);
  const [asking, setAsking] = useState(false);
  const count = countOf(counts);
  const counted = count && sumHalalas(count.map(({ value, count: pieces }) => value * pieces));
  const closeWith = async (chosen: typeof count) => {
    const result = await close.run({
      number: shift.number,
      ...(chosen !== undefined && { count: [...chosen] }),
    });
    if (result?.ok) onClosed(result.value);
  };
  const ask = () => counted !== undefined && setAsking(true);
  useKeys({ [keys.main]: asking ? undefined : ask, [keys.back]: () => setAsking(false) });
  return (
    <>
      <div className={work.work}>
        <div className={`${work.entry} ${styles.entry}`}>
          <Head shift={shift} />
          <CashMoves movements={shift.movements} />
          <ReceivePayment />
          <DrawerByHand />
          <CountForm counts={counts} onChange={setCounts} />
          <Collapsible title={t('shift.soFar')}>
            <FiguresSoFar />
          </Collapsible>
        </div>
        <PadDock fields={padded} onDone={leave} />
      </div>
      <aside className={`${work.panel} ${styles.panel}`} aria-label={t('shift.close')}>
        <div className={`${work.trouble} ${styles.trouble}`}>
          <Forgotten />
          <FailureNote of={close.failure} />
        </div>
        <Flex direction="column" c="dimmed">
          <span>{t('shift.counted')}</span>
          <strong className={styles.figure}>
            <Money amount={counted} currency="SAR" />
          </strong>
        </Flex>
        {isManager && !asking && (
          <Confirm
            tone="plain"
            label={t('shift.closeUncounted')}
            question={t('shift.uncountedSure')}
            busy={close.busy}
            onConfirm={() => void closeWith(undefined)}
          />
        )}
        {asking && counted !== undefined ? (
          <ConfirmClose
            counted={counted}
            busy={close.busy}
            onBack={() => setAsking(false)}
            onClose={() => void closeWith(count)}
          />
        ) : (
          <MainAction disabled={counted === undefined || close.busy} onClick={ask}>
            {t('shift.close')}
          </MainAction>
        )}
      </aside>
    </>
  );
}

function Head({ shift }: { shift: ShiftView }) {
  const { t, format } = useLanguage();
  const person = useStatus()?.person;
  const takeOver = useTerminalCommand('shift.takeOver');
  const { name } = shift.holder;
  return (
    <header>
      <Box component="h2" m="0 0 0.25rem" fz="1.5rem" fw={600} lh={1.35}>
        {t('shift.number', { number: format.count(shift.number) })}
      </Box>
      <Flex component="p" wrap="wrap" gap="0 1.25rem" m="0 0 0.75rem" lh="1.75rem" c="dimmed">
        <span>{t('shift.since', { at: format.dateTime(shift.openedAt) })}</span>
        <span>
          {t('shift.heldBy')} <ActorName name={name} />
        </span>
        <span>{t('shift.documents', { count: shift.documents })}</span>
      </Flex>
      {shift.isOld && <Note tone="amber">{t('shift.old')}</Note>}
      {person !== undefined && person !== name && (
        <Button
          variant="default"
          aria-disabled={takeOver.busy}
          onClick={() => void takeOver.run({ id: crypto.randomUUID() })}
        >
          {t('shift.takeOver')}
        </Button>
      )}
    </header>
  );
}

interface ConfirmCloseProps {
  readonly counted: number;
  readonly busy: boolean;
  onBack(): void;
  onClose(): void;
}

/**
 * Asks once more, because the report cannot be changed. The safe answer has the focus, and the other one ignores a
 * second press of the button that was in its place.
 */
function ConfirmClose({ counted, busy, onBack, onClose }: ConfirmCloseProps) {
  const { t, format } = useLanguage();
  const settled = useSettled();
  const steady = useSteadyPress(() => settled && onClose());
  const amount = `${format.money(counted)} ${format.currency('SAR')}`;
  return (
    <div className={`${common.column} ${styles.asking}`} role="alertdialog" aria-label={t('shift.close')}>
      <p>{t('shift.closeSure', { amount })}</p>
      <div className={`${common.column} ${styles.answers}`}>
        <Button variant="default" size="lg" autoFocus onClick={onBack}>
          {t('shift.goOn')}
        </Button>
        <Button size="lg" aria-disabled={busy || !settled} {...steady}>
          {t('shift.closeNow')}
        </Button>
      </div>
    </div>
  );
}

function Forgotten() {
  const { t } = useLanguage();
  const count = useTerminalQuery('basket.list', {}).data?.baskets.length ?? 0;
  return count === 0 ? null : <Note tone="amber">{t('shift.forgotten', { count })}</Note>;
}

function FiguresSoFar() {
  const { data, error } = useTerminalQuery('shift.report', {});
  if (error !== null) return <LoadError error={error} />;
  return data === undefined ? null : <ReportFigures report={data} />;
}

function DrawerByHand() {
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
      <FormButtons label={t('devices.drawer.open')} busy={busy} onCancel={onEnd} />
    </form>
  );
}

type Kind = 'in' | 'out';

function CashMoves({ movements }: Pick<ShiftView, 'movements'>) {
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
                      <Written text={movement.reason} /> ·{' '}
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
