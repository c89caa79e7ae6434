import { IconClockExclamation } from '@tabler/icons-react';
import type { InvoiceRow } from '../../../../shared/contract/till/invoices.ts';
import { type HandOver, handOverOf } from '../../../../shared/hand-over.ts';
import { isLate } from '../../../../shared/values/deadline.ts';
import { useLanguage } from '../../language/language.tsx';
import { useStatus } from '../../terminal/status.tsx';
import { useNow } from '../../terminal/use-now.ts';
import styles from './late-mark.module.css';

/** Returns the row in the form that `shared/values/deadline.ts` needs. */
export const deadlineOf = (row: InvoiceRow) => ({ ...row, dueAt: Date.parse(row.dueAt) });

export const isRowLate = (row: InvoiceRow, now: number) => isLate(deadlineOf(row), now);
/** Returns true for a document that needed clearance but was reported, because clearance was switched off. */
export const wentByReporting = ({ customer, mode }: InvoiceRow) =>
  customer === 'business' && mode === 'reporting';

/** Returns true when a document may be handed over now, by the shop's interpretation of the rule. */
export function useHandOver(row: InvoiceRow): HandOver {
  const status = useStatus();
  const now = useNow(status?.now ?? row.issuedAt);
  return handOverOf(deadlineOf(row), status?.handOver ?? 'clearedFirst', now);
}

export function LateMark() {
  const { t } = useLanguage();
  return (
    <span className={styles.mark}>
      <IconClockExclamation size={20} aria-hidden />
      {t('late.mark')}
    </span>
  );
}
