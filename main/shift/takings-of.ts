import { Exact, type Halalas, halalasToExact, roundToHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import { readBasket } from '../invoice/basket.ts';
import type { Documents } from '../ledger/documents.ts';
import type { ShiftDocument } from '../ledger/shift-documents.ts';
import type { AddUp, Dimension, TakingsRow } from '../ledger/takings.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import { keyOf } from '../references/returns/document-taxes.ts';
import { type Counted, direction, stated, taxesOf, withReplaced } from './counted.ts';
import { discountsOf } from './discounts.ts';

type Sums = Partial<Omit<TakingsRow, 'dimension' | 'day' | 'key'>>;

/** Returns the function that says what one document adds to the sums of its day. */
export function takingsOf(documents: Pick<Documents, 'issuedXml'>): AddUp {
  return (document: ShiftDocument) => {
    const { date: day, time } = riyadhDateTime(document.entry.issuedAt);
    const row = (dimension: Dimension, key: string, sums: Sums): TakingsRow => ({
      ...{ label: null, count: 0, amount: 0, net: 0, vat: 0, discount: 0, quantity: 0 },
      ...sums,
      ...{ dimension, day, key },
    });
    return withReplaced(document).flatMap((one) => {
      const { entry, sign } = one;
      const amount = direction(one) * entry.payable;
      if (entry.currency !== 'SAR') return [row('currency', entry.currency, { count: sign, amount })];
      return [
        row('kind', entry.kind, { count: sign, amount: sign * entry.payable, discount: discountOf(one) }),
        row('hour', time.slice(0, 2), { count: sign, amount }),
        row('person', document.by, { count: sign, amount, discount: discountOf(one) }),
        ...meansRows(one).map(([key, paid]) =>
          row(entry.kind === 'creditNote' ? 'paidBack' : 'received', key, {
            count: sign,
            amount: sign * paid,
          }),
        ),
        ...taxesOf(one, documents).map((tax) =>
          row(entry.kind === 'creditNote' ? 'vatBack' : 'vat', keyOf(tax), {
            count: sign,
            net: sign * tax.taxable,
            vat: sign * tax.vatAmount,
          }),
        ),
        ...articleRows(one).map(({ key, ...sums }) => row('article', key, sums)),
      ];
    });
  };
}

const discountOf = ({ entry, sign }: Counted): Halalas =>
  entry.kind === 'invoice' ? sign * discountsOf(entry.sale as Sale) : 0;

const meansRows = (one: Counted) => stated(one).map(({ means, amount }) => [means, amount] as const);

/** The lines with VAT, after their own discounts; those of the whole basket belong to no article. */
function articleRows(one: Counted): (Sums & { key: string })[] {
  const sale = one.entry.sale as Sale;
  // An advance is no sale of goods.
  if (one.entry.kind === 'prepayment') return [];
  return readBasket(sale).flatMap(({ lines, rate }) =>
    lines.map(({ line, quantity, amount }) => {
      const withVat =
        sale.prices === 'includeVat'
          ? amount
          : roundToHalalas(halalasToExact(amount).times(new Exact(100).plus(rate.rate)).dividedBy(100));
      return {
        key: line.barcode ?? line.name,
        label: line.name,
        count: one.sign,
        amount: direction(one) * withVat,
        quantity: direction(one) * quantity.times(1_000_000).toNumber(),
      };
    }),
  );
}
