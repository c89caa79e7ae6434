import type { Sale } from '../../../shared/sale/sale.ts';
import type { Vat } from '../../../shared/sale/sale-line.ts';
import { refusePrices } from './note-prices.ts';
import { refuse } from './refuse.ts';
import { countReturns, type IssuedNote } from './returns/count-returns.ts';
import { keyOf } from './returns/document-taxes.ts';
import { millionths, quantityText } from './returns/stock.ts';

/**
 * Checks the lines of a note that name a line of its invoice (`correctsLine`): the VAT must match, and a credit note
 * may not exceed the quantity not returned or the price paid.
 * @param credits the effective credit notes of the invoice, oldest first
 * @throws FailureError `bad-input` `corrects-line-unknown`, `line-vat-differs`, `returned-too-much`, `price-above-sold`
 */
export function limitLines(note: Sale, sold: Sale, credits: readonly IssuedNote[]): void {
  if (note.lines.every(({ correctsLine }) => correctsLine === undefined)) return;
  for (const [index, { correctsLine, vat }] of note.lines.entries()) {
    if (correctsLine === undefined) continue;
    const line = sold.lines[correctsLine - 1];
    if (line === undefined) {
      const limit = sold.lines.length;
      refuse(
        ['lines', index, 'correctsLine'],
        'corrects-line-unknown',
        `must be at most ${limit}, the lines of the invoice`,
        { limit },
      );
    }
    if (keyOf(vat) !== keyOf(line.vat) || vat.reason !== line.vat.reason) {
      const value = vatText(line.vat);
      refuse(['lines', index, 'vat'], 'line-vat-differs', `must be ${value}, as on the invoice`, { value });
    }
  }
  if (note.kind !== 'creditNote') return;
  refuseQuantities(note, sold, credits);
  refusePrices(note, sold, credits);
}

const vatText = ({ category, rate, reason }: Vat) =>
  reason === undefined ? `${category} ${rate} %` : `${category} ${rate} % ${reason}`;

function refuseQuantities(note: Sale, sold: Sale, credits: readonly IssuedNote[]): void {
  const left =
    countReturns(sold, credits)?.stock.lines.map(({ quantity }) => quantity) ?? leftByName(sold, credits);
  for (const [index, { correctsLine, quantity }] of note.lines.entries()) {
    if (correctsLine === undefined) continue;
    const before = left[correctsLine - 1] ?? 0n;
    const after = before - millionths(quantity);
    if (after < 0n) {
      const limit = quantityText(before < 0n ? 0n : before);
      refuse(['lines', index, 'quantity'], 'returned-too-much', `must be at most ${limit}`, { limit });
    }
    left[correctsLine - 1] = after;
  }
}

/** Returns the rest of each line, in millionths, by the lines that notes name, if their amounts do not add up. */
function leftByName(sold: Sale, credits: readonly IssuedNote[]): bigint[] {
  const left = sold.lines.map(({ quantity }) => millionths(quantity));
  for (const { sale } of credits) {
    if (sale.corrects?.length !== 1) continue;
    for (const { correctsLine, quantity } of sale.lines)
      if (correctsLine !== undefined)
        left[correctsLine - 1] = (left[correctsLine - 1] ?? 0n) - millionths(quantity);
  }
  return left;
}
