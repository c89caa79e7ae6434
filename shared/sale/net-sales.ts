import { type Halalas, sumHalalas } from '../values/money.ts';

type ByKind = Readonly<Record<'sales' | 'returns' | 'debitNotes' | 'advances', { readonly total: Halalas }>>;

/** Returns the amount sold less the refunded amount. */
export const netSales = ({ sales, debitNotes, advances, returns }: ByKind): Halalas =>
  sumHalalas([sales.total, debitNotes.total, advances.total, -returns.total]);
