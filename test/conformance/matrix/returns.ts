import { countReturns, type IssuedNote } from '../../../main/books/corrections/law/goods-left.ts';
import { returnNote } from '../../../main/books/corrections/law/return-note.ts';
import { settleReturn } from '../../../main/books/corrections/law/settle-return.ts';
import { makeInvoice } from '../../../main/document/invoice/make-invoice.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { seller } from '../../document/invoice/fixtures.ts';
import { dates, forCustomer, type NamedSale, notebook, ofKind, pen } from './parts.ts';

/** A wholesaler's sale, with quantities of three decimals. */
export const wholesale: NamedSale = {
  name: 'wholesale of 500 lines',
  sale: {
    ...forCustomer('business'),
    discount: { percent: '7.5' },
    lines: Array.from({ length: 500 }, (_, index) => ({
      ...[pen, dates, notebook][index % 3],
      name: `صنف رقم ${index + 1} | Item ${index + 1}`,
      quantity: `${1 + (index % 40)}.${100 + (index % 900)}`,
      unitPrice: `${index % 97}.${10 + (index % 90)}`,
    })),
  },
};

/**
 * Returns the credit notes for each sale, made as the till makes them: in three parts, of which the last is the
 * remainder.
 */
export function returns(sold: readonly NamedSale[]): NamedSale[] {
  return sold.flatMap(returnsOf);
}

function returnsOf({ name, sale, warns }: NamedSale): NamedSale[] {
  const original = parseOrFail(saleSchema, sale);
  const { corrects = [], reason = '' } = ofKind('creditNote');
  const [first] = corrects;
  if (first === undefined) throw new Error('a note corrects something');
  const issued: IssuedNote[] = [];
  const notes: NamedSale[] = [];
  for (const part of [3n, 2n, 1n]) {
    const remaining = countReturns(original, issued);
    const quantities = remaining.lines.map(({ quantity }) => quantity / part);
    if (quantities.every((quantity) => quantity === 0n)) continue;
    const words = { corrects: first, reason, payments: [{ means: 'cash' as const }] };
    const note: SaleInput = returnNote(original, remaining, quantities, words);
    const read = parseOrFail(saleSchema, note);
    const settle = settleReturn(read, original, remaining);
    const { vatBreakdown } = makeInvoice(read, seller, settle);
    issued.push({ sale: read, taxes: vatBreakdown });
    notes.push({ name: `return/${name}/1 of ${part}`, sale: note, settle, ...(warns && { warns }) });
  }
  return notes;
}
