import { actorKey } from '../../../shared/actor.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import {
  Exact,
  type Halalas,
  halalasToExact,
  roundToHalalas,
  sumHalalas,
} from '../../../shared/values/money.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { keyOf } from '../../books/corrections/law/document-taxes.ts';
import type { Documents } from '../../books/ledger/documents/documents.ts';
import { countedAt, type LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { ShiftDocument } from '../../books/ledger/shifts/shift-documents.ts';
import type { AddUp, Dimension, TakingsRow } from '../../books/ledger/sums/takings.ts';
import { readBasket } from '../../document/invoice/amounts/basket.ts';
import { type Counted, direction, isPaidBack, isPurchase, stated, taxesOf, withReplaced } from './counted.ts';
import { discountsOf } from './discounts.ts';
import { vatRowsOf } from './vat-rows.ts';

type Sums = Partial<Omit<TakingsRow, 'dimension' | 'day' | 'key'>>;

/** Returns the function that computes a document's additions to the sums of its day. */
export function takingsOf(documents: Pick<Documents, 'getByNumber'>): AddUp {
  return (document: ShiftDocument) => {
    const { date: day, time } = riyadhDateTime(countedAt(document.entry));
    const row = (dimension: Dimension, key: string, sums: Sums): TakingsRow => ({
      label: null,
      count: 0,
      amount: 0,
      net: 0,
      vat: 0,
      discount: 0,
      quantity: 0,
      ...sums,
      dimension,
      day,
      key,
    });
    const { by, byKind } = document;
    const issuer = actorKey({ kind: byKind, name: by });
    return withReplaced(document).flatMap((one) => {
      const { entry, sign } = one;
      const amount = (isPaidBack(one) ? -sign : sign) * entry.payable;
      const ofReturn = vatRowsOf(one).map(({ key, net, vat }) =>
        row(vatDimension(entry), key, { count: sign, net: signed(one, net), vat: signed(one, vat) }),
      );
      if (entry.currency !== 'SAR')
        return [row('currency', entry.currency, { count: sign, amount }), ...ofReturn];
      const money = meansRows(one).map(([key, paid]) =>
        row(isPaidBack(one) ? 'paidBack' : 'received', key, { count: sign, amount: sign * paid }),
      );
      if (isPurchase(one)) return [...ofReturn, ...money];
      const taxes = taxesOf(one);
      const vat = sign * sumHalalas(taxes.map(({ vatAmount }) => vatAmount));
      const asStated = { count: sign, amount: sign * entry.payable, vat, discount: discountOf(one) };
      return [
        ...ofReturn,
        row('hourKind', `${time.slice(0, 2)} ${entry.kind}`, asStated),
        row('hour', time.slice(0, 2), { count: sign, amount }),
        row('person', issuer, { count: sign, amount, discount: discountOf(one) }),
        ...(entry.kind === 'creditNote' ? [row('personBack', issuer, { count: sign, amount: -amount })] : []),
        ...money,
        ...taxes.map((tax) =>
          row(entry.kind === 'creditNote' ? 'vatBack' : 'vat', keyOf(tax), {
            count: sign,
            net: sign * tax.taxable,
            vat: sign * tax.vatAmount,
          }),
        ),
        ...articleRows(one, documents).flatMap(({ key, ...sums }) => [
          row('article', key, sums),
          { ...row('articleMonth', key, sums), day: `${day.slice(0, 8)}01` },
          ...(entry.kind === 'creditNote' ? [row('articleBack', key, asReturned(sums))] : []),
        ]),
      ];
    });
  };
}

const discountOf = ({ entry, sign }: Counted): Halalas =>
  entry.kind === 'invoice' ? sign * discountsOf(entry.sale) : 0;

export function vatDimension(entry: LedgerEntry): 'vatSale' | 'vatNote' | 'vatSelfBilled' {
  if (isPurchase({ entry })) return 'vatSelfBilled';
  const { kind } = entry;
  return kind === 'creditNote' || kind === 'debitNote' ? 'vatNote' : 'vatSale';
}

/** Never returns negative zero, which no stored sum has. */
export const signed = (one: Counted, amount: Halalas): Halalas => 0 + direction(one) * amount;

const asReturned = ({ amount = 0, quantity = 0, ...sums }: Sums): Sums => ({
  ...sums,
  amount: -amount,
  quantity: -quantity,
});

const meansRows = (one: Counted) => stated(one).map(({ means, amount }) => [means, amount] as const);

/** The lines with VAT, after their own discounts; discounts of the whole basket belong to no article. */
function articleRows(one: Counted, documents: Pick<Documents, 'getByNumber'>): (Sums & { key: string })[] {
  const sale = one.entry.sale;
  // An advance is not a sale of goods, and its notes are not returns of goods.
  if (one.entry.kind === 'prepayment' || isNoteOnAdvance(sale, documents)) return [];
  return readBasket(sale).flatMap(({ lines, rate }) =>
    lines.map(({ line, amount }) => {
      const withVat =
        sale.prices === 'includeVat'
          ? amount
          : roundToHalalas(halalasToExact(amount).times(new Exact(100).plus(rate.rate)).dividedBy(100));
      return {
        key: line.barcode ?? line.name,
        label: line.name,
        count: one.sign,
        // A gift brings in nothing.
        amount: sale.special?.nominal ? 0 : direction(one) * withVat,
        quantity: direction(one) * new Exact(line.quantity).times(1_000_000).toNumber(),
      };
    }),
  );
}

const isNoteOnAdvance = ({ corrects = [] }: Sale, documents: Pick<Documents, 'getByNumber'>): boolean =>
  corrects.length > 0 && corrects.every(({ number }) => documents.getByNumber(number)?.kind === 'prepayment');
