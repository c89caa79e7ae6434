import * as z from 'zod';
import { issueSchema } from '../../../shared/failure.ts';
import { saleKinds } from '../../../shared/sale/sale.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
import type { CheckedSale } from '../../till/issue/issue-sale.ts';
import { amount, breakdownSchema } from './invoice-resource.ts';

export const previewSchema = z.object({
  kind: z.enum(saleKinds).describe('As in the sale'),
  customer: z.enum(['consumer', 'business']).describe('As in the sale'),
  currency: z.string().describe('ISO 4217'),
  taxExclusive: amount.describe('The total without VAT'),
  vat: amount.describe('The VAT of the document'),
  rounding: amount.describe('What was added to or taken off the amount due, for instance "-0.02"'),
  payable: amount.describe(
    'The amount due, which payments with amounts must add up to; 0.00 for a gift (special.nominal)',
  ),
  breakdown: breakdownSchema,
  lines: z
    .array(
      z.object({
        net: amount.describe('Without VAT, after the discounts of the line'),
        vat: amount.describe('Its VAT'),
        gross: amount.describe('With VAT'),
      }),
    )
    .describe('The lines of the sale, in its order'),
  buyerName: z.string().optional().describe('Of a note that names no buyer, the invoice’s'),
  warnings: z.array(issueSchema).describe('What the authority would accept with a warning'),
  issuedAs: z
    .object({ uuid: z.uuid().describe('Its document'), number: z.string().describe('Its number') })
    .optional()
    .describe(
      'The document that was issued for this very saleId and sale before: sending it again gives that one',
    ),
});
export type Preview = z.infer<typeof previewSchema>;

export function toPreview({ sale, invoice, cautions }: CheckedSale, issued?: LedgerEntry): Preview {
  const { totals, currency, vatBreakdown, lines } = invoice;
  const buyerName = sale.buyer?.name ?? sale.supplier?.name;
  return {
    kind: sale.kind,
    customer: sale.customer,
    currency,
    taxExclusive: halalasToText(totals.taxExclusive),
    vat: halalasToText(totals.vat),
    rounding: halalasToText(totals.rounding ?? 0),
    payable: halalasToText(amountDue(invoice)),
    breakdown: vatBreakdown.map(({ category, rate, taxable, vatAmount }) => ({
      category,
      rate,
      taxable: halalasToText(taxable),
      vat: halalasToText(vatAmount),
    })),
    lines: lines.map(({ net, vatAmount, gross }) => ({
      net: halalasToText(net),
      vat: halalasToText(vatAmount),
      gross: halalasToText(gross),
    })),
    ...(buyerName !== undefined && { buyerName }),
    warnings: cautions,
    ...(issued && { issuedAs: { uuid: issued.uuid, number: issued.number } }),
  };
}
