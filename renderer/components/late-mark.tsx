import { IconClockExclamation } from '@tabler/icons-react';
import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import { isLate, isPatienceOver } from '../../shared/deadline.ts';
import { useLanguage } from '../language/language.tsx';
import styles from './late-mark.module.css';

/** Returns the row in the form that `shared/deadline.ts` takes. */
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
/** True for a document that needed clearance but was reported, because clearance was switched off. */
export const wentByReporting = ({ customer, mode }: InvoiceRow) =>
  customer === 'business' && mode === 'reporting';

/** The mark of a document that was reported after its 24 hours or is overdue: an icon and a word. */
export function LateMark() {
  const { t } = useLanguage();
  return (
    <span className={styles.mark}>
      <IconClockExclamation size={20} aria-hidden />
      {t('late.mark')}
    </span>
  );
}
