import * as z from 'zod';
import { fail } from '../../../shared/failure.ts';
import { type Sale, saleKinds } from '../../../shared/sale/sale.ts';
import { vatCategories } from '../../../shared/sale/vat.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { AllowanceCharge, InvoiceLine } from '../../document/invoice/invoice.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { linesInParts, withoutLines } from '../../document/invoice/reading/read-parts.ts';
import { amount } from './invoice-resource.ts';

/* The lines of a document as they were sold, with the amounts that it states for them. */

const decimalText = z.string();
const category = z.enum(vatCategories).describe('S standard, Z zero, E exempt, O out of scope');
const rate = z.string().describe('Percent, for instance "15.00"');

const adjustmentSchema = z.object({
  kind: z.enum(['discount', 'charge']).describe('Taken off, or added'),
  amount: amount.describe('As in the document: without VAT'),
  reason: z.string().optional().describe('Why, as in the document'),
});

const lineSchema = z.object({
  line: z
    .int()
    .positive()
    .describe('Its place in the document, from 1: `correctsLine` and returns name it so'),
  name: z.string().describe('As on the document'),
  quantity: decimalText.describe('Decimal text, for instance "1.5"'),
  unit: z.string().describe('Unit code (UN/ECE Recommendation 20)'),
  unitPrice: decimalText.describe('As in the sale: with or without VAT as `prices` says'),
  adjustments: z.array(adjustmentSchema).describe('Discounts and charges of the line'),
  category,
  rate,
  net: amount.describe('Without VAT, after the discounts and charges of the line'),
  vat: amount.describe('Its VAT'),
  gross: amount.describe('With VAT'),
  barcode: z.string().optional().describe('As in the sale'),
  sellerItemId: z.string().optional().describe('As in the sale'),
  buyerItemId: z.string().optional().describe('As in the sale'),
  correctsLine: z.int().positive().optional().describe('Of a note: the line of the corrected document'),
});

export const invoiceLinesSchema = z.object({
  uuid: z.uuid().describe('The document’s own id'),
  number: z.string().describe('The number a person reads'),
  kind: z.enum(saleKinds).describe('As in the sale'),
  currency: z.string().describe('ISO 4217'),
  prices: z.enum(['includeVat', 'excludeVat']).describe('Whether unitPrice includes VAT'),
  lines: z.array(lineSchema).describe('In the order of the document'),
  adjustments: z
    .array(adjustmentSchema.extend({ category, rate }))
    .describe('Discounts and charges of the whole: lines.net with these is taxExclusive'),
  taxExclusive: amount.describe('The total without VAT'),
});
type Lines = z.infer<typeof invoiceLinesSchema>;

/** The number of lines read at once, which takes a few milliseconds. */
const atOnce = 100;

/** @param rest waits between parts of a long document, so that other work may run */
export async function toLines(
  entry: LedgerEntry,
  { documents }: Pick<Ledger, 'documents'>,
  rest: () => Promise<void>,
): Promise<Lines> {
  const { uuid, number, kind, currency } = entry;
  const sale = entry.sale;
  const xml = documents.issuedXml(uuid) ?? fail('not-found');
  const invoice = readInvoice(withoutLines(xml));
  const lines: Lines['lines'] = [];
  for (const part of linesInParts(xml, atOnce)) {
    if (lines.length > 0) await rest();
    for (const line of part) lines.push(toLine(line, sale.lines[lines.length], lines.length));
  }
  return {
    uuid,
    number,
    kind,
    currency,
    prices: sale.prices,
    lines,
    adjustments: invoice.allowanceCharges.map(({ vat, ...each }) => ({
      ...toAdjustment(each),
      category: vat?.category ?? 'S',
      rate: vat?.rate ?? '0.00',
    })),
    taxExclusive: halalasToText(invoice.totals.taxExclusive),
  };
}

function toLine(
  { name, quantity, unit, price, net, vatAmount, gross, vat, allowanceCharges }: InvoiceLine,
  sold: Sale['lines'][number] | undefined,
  index: number,
): Lines['lines'][number] {
  const { barcode, sellerItemId, buyerItemId, correctsLine } = sold ?? {};
  return {
    line: index + 1,
    name,
    quantity,
    unit,
    unitPrice: sold?.unitPrice ?? price,
    adjustments: allowanceCharges.map(toAdjustment),
    ...vat,
    net: halalasToText(net),
    vat: halalasToText(vatAmount),
    gross: halalasToText(gross),
    ...(barcode !== undefined && { barcode }),
    ...(sellerItemId !== undefined && { sellerItemId }),
    ...(buyerItemId !== undefined && { buyerItemId }),
    ...(correctsLine !== undefined && { correctsLine }),
  };
}

function toAdjustment({ charge, amount: size, reason }: Omit<AllowanceCharge, 'vat'>) {
  return {
    kind: charge ? ('charge' as const) : ('discount' as const),
    amount: halalasToText(size),
    ...(reason !== undefined && { reason }),
  };
}
