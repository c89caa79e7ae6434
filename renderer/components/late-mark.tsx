import { IconClockExclamation } from '@tabler/icons-react';
import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import { isLate, isPatienceOver } from '../../shared/deadline.ts';
import { useLanguage } from '../language/language.tsx';
import styles from './late-mark.module.css';

/** The row as `shared/deadline.ts` takes it. */
export function deadlineOf({ mode, state, dueAt, acceptedAt }: InvoiceRow) {
  return {
    mode,
    state,
    dueAt: Date.parse(dueAt),
    acceptedAt: acceptedAt === undefined ? undefined : Date.parse(acceptedAt),
  };
}

export const isRowLate = (row: InvoiceRow, now: number) => isLate(deadlineOf(row), now);
export const isRowOutOfPatience = (row: InvoiceRow, now: number) => isPatienceOver(deadlineOf(row), now);
/** A document for clearance that went by reporting, as clearance was switched off. */
export const wentByReporting = ({ customer, mode }: InvoiceRow) =>
  customer === 'business' && mode === 'reporting';

/** Says that a document came, or will come, after its 24 hours: shape and word. */
export function LateMark() {
  const { t } = useLanguage();
  return (
    <span className={styles.mark}>
      <IconClockExclamation size={20} aria-hidden />
      {t('late.mark')}
    </span>
  );
}
