import { Box, Button, Flex } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconHourglassHigh,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import { type HandOver as HandOverDecision, mayHandOver } from '../../../shared/hand-over.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { useHandOver, wentByReporting } from '../../ui/components/marks/late-mark.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { QrCode } from '../../ui/components/qr-code.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useLiveRow } from '../../ui/terminal/use-terminal-query.ts';
import { usePointerIdle } from '../alarms/use-pointer-idle.ts';
import type { IssuedSale } from '../cart/cart.tsx';
import { CorrectAction, useCorrection } from '../correct/correct-action.tsx';
import { Reasons } from '../correct/reasons.tsx';
import { useInvoice } from '../correct/use-invoice.ts';
import { type FreshForm, HandOver, usePrint } from '../receipt/hand-over.tsx';
import { isDocumentCode } from '../scanner/document-code.ts';
import { useScans } from '../scanner/scanner.tsx';
import { useScan } from './known-items/use-scan.ts';
import styles from './receipt-panel.module.css';

interface ReceiptPanelProps {
  readonly issued: IssuedSale;
  readonly change?: Halalas | undefined;
  readonly note?: IssuedSale | undefined;
  /** True when it was issued before and its answer did not arrive. */
  readonly wasIssued?: boolean | undefined;
  readonly onNext: () => void;
}

export function ReceiptPanel({ issued, change = 0, note, wasIssued = false, onNext }: ReceiptPanelProps) {
  const { t, format, words } = useLanguage();
  const row = useLiveRow(issued);
  const isCleared = row.state === 'accepted' && row.mode === 'clearance';
  const cleared = useInvoice(issued.uuid, isCleared);
  const isRefused = row.state === 'rejected';
  const handOver = useHandOver(row);

  return (
    <main className={styles.receipt}>
      {/* A rejected document is not handed over: the reasons for the rejection replace its code. */}
      <div className={styles.code} data-refused={isRefused || undefined}>
        {isRefused ? (
          <Refusal uuid={issued.uuid} />
        ) : (
          <>
            <QrCode
              // The customer gets the authority's copy after clearance, so its code is shown.
              text={cleared?.qr ?? issued.qr}
              label={t('receipt.qr', { number: issued.number })}
              className={styles.qr}
            />
            {mayHandOver(handOver) && <p>{t('receipt.scan')}</p>}
          </>
        )}
      </div>
      <div className={styles.facts}>
        <div className={styles.read}>
          <p className={common.soft}>
            {issued.kind === 'invoice'
              ? t(issued.customer === 'business' ? 'receipt.businessTitle' : 'receipt.consumerTitle')
              : words.kinds[issued.kind]}
          </p>
          <h1 className={styles.title} data-refused={isRefused || undefined}>
            {t(
              isRefused
                ? 'receipt.refused'
                : issued.kind === 'creditNote'
                  ? 'receipt.returned'
                  : 'receipt.issued',
            )}
          </h1>
          {issued.kind === 'creditNote' && issued.moves === undefined && (
            <p className={common.soft}>{t('receipt.payBack')}</p>
          )}
          <p className={styles.total}>
            <Money amount={issued.payable} currency={issued.currency} />
          </p>
          {issued.moves !== undefined && <Difference moves={issued.moves} currency={issued.currency} />}
          {change > 0 && (
            <p className={styles.change}>
              {t('pay.change')} <Money amount={change} currency={issued.currency} />
            </p>
          )}
          {wasIssued && <Note tone="amber">{t('receipt.wasIssued')}</Note>}
          {note && <Exchanged sale={issued} note={note} />}
          <Flex component="p" wrap="wrap" gap="0 1rem" c="dimmed">
            <bdi dir="ltr">{issued.number}</bdi>
            <span>{format.dateTime(issued.issuedAt)}</span>
          </Flex>
          <SubmissionSteps row={row} />
          {!isRefused && <Advice row={row} handOver={handOver} />}
        </div>
        <HandOver uuid={issued.uuid} fresh={freshForm(row, handOver)} />
        <Actions row={row} onNext={onNext} />
      </div>
    </main>
  );
}

/** The money of a rejected document moved when that was issued: only a difference moves now. */
function Difference({ moves, currency }: { moves: Halalas; currency: string }) {
  const { t } = useLanguage();
  if (moves === 0) return <p className={common.soft}>{t('receipt.movedBefore')}</p>;
  return (
    <p className={styles.change}>
      {t(moves < 0 ? 'receipt.payDifference' : 'receipt.askDifference')}{' '}
      <Money amount={Math.abs(moves)} currency={currency} />
    </p>
  );
}

function Exchanged({ sale, note }: { sale: IssuedSale; note: IssuedSale }) {
  const { t } = useLanguage();
  const row = useLiveRow(note);
  const printing = usePrint({ uuid: note.uuid, fresh: freshForm(row, useHandOver(row)) });
  const back = note.payable - sale.payable;
  return (
    <>
      {back > 0 && (
        <p className={styles.change}>
          {t('pay.dueBack')} <Money amount={back} currency={sale.currency} />
        </p>
      )}
      <p className={common.soft}>
        <Button variant="subtle" component="a" href={hashOf({ screen: 'invoice', uuid: note.uuid })}>
          {t('exchange.note', { number: `\u2068${note.number}\u2069` })}
        </Button>{' '}
        <Money amount={-note.payable} currency={note.currency} />{' '}
        <Button variant="subtle" loading={printing.busy} onClick={() => void printing.print()}>
          {t('exchange.printNote')}
        </Button>
      </p>
      <FailureNote of={printing.failure} />
    </>
  );
}

/** The form of a document that is printed automatically; undefined while it may not be handed over. */
function freshForm({ mode, state }: InvoiceRow, handOver: HandOverDecision): FreshForm | undefined {
  if (!mayHandOver(handOver)) return undefined;
  return mode === 'clearance' && state === 'accepted' ? 'cleared' : 'issued';
}

function Refusal({ uuid }: { uuid: string }) {
  const { t } = useLanguage();
  const rejected = useInvoice(uuid);
  return (
    <Box w="100%" maw="40rem">
      <Note tone="red">
        {t('receipt.rejected')}
        {rejected && <Reasons invoice={rejected} />}
      </Note>
    </Box>
  );
}

function Advice({ row, handOver }: { row: InvoiceRow; handOver: HandOverDecision }) {
  const { t } = useLanguage();
  if (handOver === 'uncleared' || handOver === 'overdue')
    return (
      <Box mih="3.25rem" lh={1.6}>
        <Note tone="amber">{t(handOver === 'uncleared' ? 'unanswered.handOver' : 'unanswered.wait')}</Note>
      </Box>
    );
  return (
    <Box component="p" mih="3.25rem" lh={1.6} role="status">
      {t(adviceOf(row))}
    </Box>
  );
}

function adviceOf(row: InvoiceRow) {
  if (row.state === 'parked') return 'receipt.parked';
  if (row.customer === 'consumer') return row.state === 'accepted' ? 'receipt.done' : 'receipt.handOver';
  if (wentByReporting(row)) return 'clearanceOff.handOver';
  return row.state === 'accepted' ? 'receipt.handOverCleared' : 'receipt.waitForClearance';
}

function Actions({ row, onNext }: { row: InvoiceRow; onNext: () => void }) {
  const { t } = useLanguage();
  // "New sale" appears in the place of "Issue invoice", so the second press of a double click must not close the
  // receipt.
  const settled = useSettled();
  const action = useRef<HTMLButtonElement>(null);
  useEffect(() => action.current?.focus(), []);
  const correction = useCorrection(row);
  // Delays the change, since a rejection may arrive while somebody is about to press "New sale".
  const isRejected = usePointerIdle(row.state) === 'rejected';
  const startNext = () => {
    if (settled) onNext();
  };
  const scan = useScan();
  useScans((code) => {
    // A scan starts the next customer's sale, unless the document was rejected: that is resolved first.
    if (isRejected || isDocumentCode(code)) return 'untaken';
    onNext();
    return scan(code);
  });
  useKeys({ [keys.main]: isRejected ? () => void correction.open() : startNext });
  if (isRejected)
    return (
      <div className={`${common.column} ${styles.correct}`}>
        <Flex wrap="wrap" justify="space-between" gap="sm">
          <OpenInvoice uuid={row.uuid} />
          <Button variant="default" onClick={startNext}>
            {t('receipt.newSale')}
          </Button>
        </Flex>
        <CorrectAction correction={correction} />
      </div>
    );
  return (
    <div className={styles.actions}>
      <OpenInvoice uuid={row.uuid} />
      <MainAction ref={action} onClick={startNext}>
        {t('receipt.newSale')}
      </MainAction>
    </div>
  );
}

function OpenInvoice({ uuid }: { uuid: string }) {
  const { t } = useLanguage();
  return (
    <Button variant="subtle" component="a" href={hashOf({ screen: 'invoice', uuid })}>
      {t('receipt.open')}
    </Button>
  );
}

const shapes = {
  done: IconCircleCheckFilled,
  running: IconHourglassHigh,
  ahead: IconCircle,
  rejected: IconCircleXFilled,
  parked: IconAlertOctagonFilled,
} as const;

function SubmissionSteps({ row }: { row: InvoiceRow }) {
  const { t } = useLanguage();
  const steps = [{ name: 'issued', state: 'done' }, sentStep(row), answerStep(row)] as const;
  return (
    <Flex component="ol" className={common.bare} direction="column" m="1.25rem 0 1rem" aria-live="polite">
      {steps.map(({ name, state }, index) => {
        const Shape = shapes[state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places, of which only the words change
          <li key={index} className={styles.step} data-state={state}>
            <Shape size={24} aria-hidden />
            {t(`receipt.steps.${name}`)}
          </li>
        );
      })}
    </Flex>
  );
}

type StepState = keyof typeof shapes;
type Step<Name extends string> = { readonly name: Name; readonly state: StepState };

function sentStep({ state, attempts }: InvoiceRow): Step<'sent' | 'sending'> {
  if (state === 'accepted' || state === 'rejected') return { name: 'sent', state: 'done' };
  if (state === 'parked') return { name: 'sending', state: 'ahead' };
  return attempts > 0 ? { name: 'sent', state: 'done' } : { name: 'sending', state: 'running' };
}

function answerStep(
  row: InvoiceRow,
): Step<'cleared' | 'reported' | 'byReporting' | 'rejected' | 'parked' | 'clearance' | 'answer'> {
  const isClearance = row.mode === 'clearance';
  const accepted = isClearance ? 'cleared' : wentByReporting(row) ? 'byReporting' : 'reported';
  if (row.state === 'rejected' || row.state === 'parked') return { name: row.state, state: row.state };
  if (row.state === 'accepted') return { name: accepted, state: 'done' };
  return { name: isClearance ? 'clearance' : 'answer', state: row.attempts > 0 ? 'running' : 'ahead' };
}
