import type { Halalas } from '../../../shared/money.ts';
import { type Books, discountsOf, expectedCash, movedBy, returnsOf, salesOf } from './books.ts';
import type { Hands } from './hands.ts';

/** Returns the rows that the closing report must have, by their labels on the screen. */
export function reportOf(
  books: Books,
  { t, words }: Pick<Hands, 't' | 'words'>,
): Readonly<Record<string, Halalas>> {
  const cash = movedBy(books, 'cash');
  const rows: Record<string, Halalas> = {
    [`${t('shiftReport.sales')} · ${books.sales.length}`]: salesOf(books),
    [`${t('shiftReport.returns')} · ${books.returns.length}`]: -returnsOf(books),
    [t('shiftReport.discounts')]: discountsOf(books),
    [t('shiftReport.float')]: books.float,
    [t('shiftReport.received')]: cash.received,
    [t('shiftReport.paidBack')]: -cash.paidBack,
    [t('shiftReport.paidIn')]: books.paidIn,
    [t('shiftReport.paidOut')]: -books.paidOut,
    [t('shiftReport.expected')]: expectedCash(books),
    [t('shiftReport.counted')]: expectedCash(books),
  };
  for (const means of ['cash', 'card', 'bankTransfer', 'onAccount', 'exchange'] as const) {
    const { count, received, paidBack } = movedBy(books, means);
    if (count > 0) rows[`${words.payments[means]} · ${count}`] = received - paidBack;
  }
  return rows;
}
