import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInvoice } from '../../../main/document/invoice/reading/read-invoice.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { rounds } from '../../support/run/effort.ts';
import { anySale } from './arbitrary-sale.ts';
import { buyer, documentOf, invoiceOf, refusal, textOf } from './fixtures.ts';

const read = (xml: string) => readInvoice(Buffer.from(xml));
const sale: SaleInput = { lines: [{ name: 'Item 1', quantity: 13, unitPrice: 100 }] };

describe('reading a document', () => {
  it('gives back the invoice it was written from', () => {
    fc.assert(
      fc.property(fc.oneof(anySale('includeVat'), anySale('excludeVat')), ({ sale }) => {
        const dated = { ...sale, supplyDate: '2026-10-30' };
        expect(read(textOf(documentOf(dated)))).toEqual(invoiceOf(dated));
      }),
      { numRuns: rounds(150) },
    );
  });

  it('gives back every field a sale has', () => {
    const full: SaleInput = {
      ...sale,
      customer: 'business',
      special: { thirdParty: true, summary: true },
      lines: [
        {
          name: 'Item & 1',
          quantity: '0.345',
          unit: 'KGM',
          unitPrice: 100,
          barcode: '6281000000007',
          sellerItemId: 'S-1',
          buyerItemId: 'B-1',
        },
      ],
      buyer,
      payments: [
        { means: 'cash' },
        { means: '31', instruction: 'Thanks', account: 'SA0380000000608010167519', terms: '30 days' },
      ],
      supplyDate: '2026-10-01',
      supplyEndDate: '2026-10-31',
      orderReference: 'PO-1',
      contractReference: 'C-1',
      note: 'first',
      notes: ['second', 'third'],
    };
    expect(read(textOf(documentOf(full)))).toEqual(invoiceOf(full));
  });

  it('takes other prefixes, blanks around codes, and amounts as others write them', () => {
    const xml = textOf(documentOf(sale))
      .replaceAll('cbc:', 'b:')
      .replace('xmlns:cbc=', 'xmlns:b=')
      .replace('>SAR</b:DocumentCurrencyCode>', '>\n SAR </b:DocumentCurrencyCode>')
      .replace('<b:PayableAmount currencyID="SAR">1300.00', '<b:PayableAmount currencyID="SAR">1300');
    expect(read(xml)).toEqual({ ...invoiceOf(sale) });
  });

  it('takes a simplified document whose lines do not tell their VAT', () => {
    const xml = textOf(documentOf({ ...sale, prices: 'excludeVat' }));
    const lineTotal =
      /(<cbc:LineExtensionAmount currencyID="SAR">1300.00<\/cbc:LineExtensionAmount>)\s*<cac:TaxTotal>[\s\S]*?<\/cac:TaxTotal>(\s*<cac:Item>)/;
    expect(xml).toMatch(lineTotal);
    expect(read(xml.replace(lineTotal, '$1$2')).lines).toMatchObject([{ vatAmount: 19_500, gross: 149_500 }]);
  });

  it('names everything that is missing or unreadable', () => {
    const xml = textOf(documentOf(sale))
      .replace(/<cbc:DocumentCurrencyCode>SAR<\/cbc:DocumentCurrencyCode>/, '')
      .replace('>388<', '>389<')
      .replace(/<cbc:PayableAmount currencyID="SAR">1300.00/, '<cbc:PayableAmount currencyID="SAR">1300.001')
      .replace('<cbc:TaxableAmount currencyID="SAR">1130.43', '<cbc:TaxableAmount currencyID="SAR">1,130.43');
    expect(refusal(() => read(xml))).toEqual([
      'xml.ubl:Invoice.cbc:InvoiceTypeCode invalid_value',
      'xml.ubl:Invoice.cbc:DocumentCurrencyCode missing',
      'xml.cac:TaxSubtotal.cbc:TaxableAmount not-an-amount',
      'xml.cac:LegalMonetaryTotal.cbc:PayableAmount not-an-amount',
    ]);
    expect(refusal(() => read('<Invoice/>'))).toEqual(['xml not-an-invoice']);
  });
});
