import type { Halalas } from '../../../shared/values/money.ts';
import { type Accounts, discountsOf, expectedCash, movedBy, returnsOf, salesOf } from './accounts.ts';
import type { Hands } from './hands.ts';

/** Returns the rows that the closing report must have, by their labels on the screen. */
export function reportOf(
  accounts: Accounts,
  { t, words }: Pick<Hands, 't' | 'words'>,
): Readonly<Record<string, Halalas>> {
  const cash = movedBy(accounts, 'cash');
  const rows: Record<string, Halalas> = {
    [`${t('shiftReport.sales')} · ${accounts.sales.length}`]: salesOf(accounts),
    [`${t('shiftReport.returns')} · ${accounts.returns.length}`]: -returnsOf(accounts),
    [t('shiftReport.discounts')]: discountsOf(accounts),
    [t('shiftReport.float')]: accounts.float,
    [t('shiftReport.received')]: cash.received,
    [t('shiftReport.paidBack')]: -cash.paidBack,
    [t('shiftReport.paidIn')]: accounts.paidIn,
    [t('shiftReport.paidOut')]: -accounts.paidOut,
    [t('shiftReport.expected')]: expectedCash(accounts),
    [t('shiftReport.counted')]: expectedCash(accounts),
  };
  for (const means of ['cash', 'card', 'bankTransfer', 'onAccount', 'exchange'] as const) {
    const { count, received, paidBack } = movedBy(accounts, means);
    if (count > 0) rows[`${words.payments[means]} · ${count}`] = received - paidBack;
  }
  return rows;
}
