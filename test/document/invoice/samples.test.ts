import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isGift } from '../../../main/document/invoice/amount-due.ts';
import type { Invoice } from '../../../main/document/invoice/invoice.ts';
import { makeInvoice } from '../../../main/document/invoice/make-invoice.ts';
import { readInvoice } from '../../../main/document/invoice/reading/read-invoice.ts';
import { writeDocument } from '../../../main/document/invoice/writing/write-document.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { placement, textOf } from './fixtures.ts';
import { saleOfInvoice } from './sale-of-invoice.ts';

/*
 * Tests the authority's own sample documents, in the folder that the environment variable ZATCA_SAMPLES names. A sale
 * must be able to express each of them.
 */

const folder = process.env.ZATCA_SAMPLES && path.join(process.env.ZATCA_SAMPLES, 'invoices');
const samples = folder ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];

describe.skipIf(samples.length === 0)('an official sample', () => {
  it.each(samples)('%s, read as a sale and written again, says the same', (name) => {
    const sample = readInvoice(readFileSync(path.join(folder ?? '', name)));
    const { sale, company } = saleOfInvoice(sample);
    const document = writeDocument(makeInvoice(parseOrFail(saleSchema, sale), company), placement);
    expect(essence(readInvoice(Buffer.from(textOf(document))))).toEqual(essence(sample));
  });

  it('is there for every kind', () => {
    expect(samples).toHaveLength(19);
  });
});

/** Returns the amounts, categories, references and flags, which must be equal even if texts are written differently. */
function essence(invoice: Invoice) {
  const { totals } = invoice;
  const some = (amount: number | undefined) => (amount === 0 ? undefined : amount);
  return {
    typeCode: invoice.typeCode,
    typeName: invoice.typeName,
    currency: invoice.currency,
    corrects: invoice.corrects,
    notes: invoice.notes,
    seller: invoice.seller,
    buyer: invoice.buyer,
    supplyDate: invoice.supplyDate,
    supplyEndDate: invoice.supplyEndDate,
    payments: isGift(invoice)
      ? []
      : invoice.payments.map((payment) => ({ ...payment, instruction: payment.instruction?.trim() })),
    allowanceCharges: invoice.allowanceCharges
      .filter(({ amount }) => amount !== 0)
      .map(({ charge, amount, vat }) => ({ charge, amount, vat })),
    vatBreakdown: invoice.vatBreakdown.map(({ exemptionText: _, ...row }) => row),
    totals: {
      ...totals,
      allowances: some(totals.allowances),
      charges: some(totals.charges),
      prepaid: some(totals.prepaid),
      rounding: some(totals.rounding),
    },
    lines: invoice.lines.map((line) => ({
      ...line,
      name: line.name.trim(),
      quantity: Number(line.quantity),
      price: Number(line.price),
    })),
    prepayments: invoice.prepayments.map(({ name: _, exemptionText: _text, ...line }) => line),
  };
}
