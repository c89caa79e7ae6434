import type { CommandParsed } from '../../shared/contract/index.ts';
import type { Returnable, returnRefusals } from '../../shared/contract/returns.ts';
import { fail, type Issue, parseOrFail } from '../../shared/failure.ts';
import { paymentMeans, type Sale, saleSchema } from '../../shared/sale.ts';
import { vatOn } from '../invoice/vat-breakdown.ts';
import type { Documents } from '../ledger/documents.ts';
import { toInvoiceRow } from '../ledger/entry.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import type { NoteDocuments } from '../returns/effective-notes.ts';
import { amountOf } from '../returns/parts.ts';
import { type Remaining, returnNote } from '../returns/return-note.ts';
import { returnableItems } from '../returns/returnable-items.ts';
import { millionths, quantityText, stockOf } from '../returns/stock.ts';

type Refusal = (typeof returnRefusals)[number];

/** The commands of returns. */
export function returnCommands(documents: NoteDocuments & Pick<Documents, 'get'>) {
  const entryOf = (uuid: string) => documents.get(uuid) ?? fail('not-found');
  return {
    'invoice.returnable': ({ uuid }: CommandParsed<'invoice.returnable'>): Returnable => {
      const entry = entryOf(uuid);
      const sale = entry.sale as Sale;
      const { refusal, remaining } = returnableItems(entry, documents);
      return {
        invoice: toInvoiceRow(entry),
        ...(refusal !== undefined && { refusal }),
        lines: remaining === undefined ? [] : linesOf(sale, remaining),
        payment: paymentMeans.find((means) => means === sale.payments[0]?.means) ?? 'cash',
      };
    },
    'invoice.returnNote': ({
      uuid,
      saleId,
      lines,
      reason,
      payment,
    }: CommandParsed<'invoice.returnNote'>): Sale => {
      const entry = entryOf(uuid);
      const sale = entry.sale as Sale;
      const { refusal, remaining } = returnableItems(entry, documents);
      if (refusal !== undefined || remaining === undefined)
        return refuse([], refusal ?? 'returned-otherwise');
      const quantities = sale.lines.map(() => 0n);
      for (const [index, { line, quantity }] of lines.entries()) {
        const taken = (quantities[line - 1] ?? 0n) + millionths(quantity);
        const left = remaining.stock.lines[line - 1]?.quantity ?? 0n;
        if (taken > left)
          refuse(['lines', index, 'quantity'], 'returned-too-much', { limit: quantityText(left) });
        quantities[line - 1] = taken;
      }
      const { number, issuedAt } = entry;
      const note = returnNote(sale, remaining, quantities, {
        ...(saleId !== undefined && { saleId }),
        corrects: { number, uuid, issueDate: riyadhDateTime(issuedAt).date },
        reason,
        payments: [{ means: payment }],
      });
      return parseOrFail(saleSchema, note);
    },
  };
}

function linesOf(sale: Sale, { stock }: Remaining): Returnable['lines'] {
  const whole = stockOf(sale);
  const rates = new Map(whole.groups.flatMap(({ lines, rate }) => lines.map((line) => [line, rate])));
  return sale.lines.map(({ name, barcode, unit, quantity }, index) => {
    const amount = amountOf(whole.lines[index]?.parts ?? { base: 0, adjustments: [] });
    const rate = rates.get(index);
    return {
      name,
      ...(barcode !== undefined && { barcode }),
      unit,
      sold: quantity,
      left: quantityText(stock.lines[index]?.quantity ?? 0n),
      gross: sale.prices === 'includeVat' || rate === undefined ? amount : amount + vatOn(amount, rate),
    };
  });
}

function refuse(path: Issue['path'], code: Refusal | 'returned-too-much', params?: Issue['params']): never {
  const message = params === undefined ? code : `must be at most ${params.limit}`;
  return fail('bad-input', { issues: [{ path, code, message, ...(params && { params }) }] });
}
