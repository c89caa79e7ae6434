import type { Company } from '../../../shared/company.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import type { ShopLines } from '../../../shared/shop-lines.ts';
import { inOneText } from '../../../shared/words/both.ts';
import { makeInvoice } from '../invoice/make-invoice.ts';
import { writeDocument } from '../invoice/writing/write-document.ts';
import { printedDocument } from './printed-document.ts';
import { receiptPage } from './receipt-html.ts';
import { sampleWords } from './words.ts';

const sale = saleSchema.parse({
  lines: [
    { name: inOneText(sampleWords.coffee), quantity: 2, unitPrice: '14.00', barcode: '6281000000014' },
    {
      name: inOneText(sampleWords.dates),
      quantity: '0.345',
      unit: 'KGM',
      unitPrice: '45.00',
      discount: { percent: '10' },
    },
  ],
});

const placement = {
  uuid: '00000000-0000-0000-0000-000000000000',
  issuedAt: Date.parse('2026-01-01T12:00:00+03:00'),
  icv: 1,
  previousHash: '',
};

/**
 * The text of a code as long as that of a receipt, without fields that a reader could mistake for those of a receipt.
 */
const sampleCode = 'SAMPLE '.repeat(60);

/** Makes the page of a sample sale, marked as such, to show how paper and the shop's lines look. */
export function sampleReceipt(company: Company, paper: Paper, shop: ShopLines): string {
  const { name, vatNumber, identification, address, terminal } = company;
  const invoice = makeInvoice(sale, { name, vatNumber, identification, address });
  const number = `${terminal.numberPrefix}-000000`;
  const { head, opening, rest } = writeDocument(invoice, { ...placement, number });
  const facts = { cashier: inOneText(sampleWords.cashier) };
  const document = printedDocument({ xml: Buffer.from(head + opening + rest), sale, facts });
  return receiptPage({ ...document, qr: sampleCode }, { marks: ['sample'], paper, shop });
}
