import { describe, expect, it } from 'vitest';
import { makeInvoice } from '../../../main/document/invoice/make-invoice.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { exemptionReasons } from '../../../shared/sale/vat.ts';
import { buyer, documentOf, invoiceOf, seller, textOf } from './fixtures.ts';
import { all, parseTree, textAt } from './xml-tree.ts';

/* Tests special properties of a sale, from the till's input to the document. */

const pen = { name: 'قلم | Pencil', quantity: 1, unitPrice: '11.50' };
const read = (sale: SaleInput) => parseTree(textOf(documentOf(sale)));

describe('flags', () => {
  it.each([
    [{ thirdParty: true }, '0210000'],
    [{ nominal: true }, '0201000'],
    [{ export: true }, '0200100'],
    [{ thirdParty: true, nominal: true, export: true, summary: false }, '0211100'],
  ])('%j make the type %s', (special, typeName) => {
    expect(invoiceOf({ lines: [pen], special }).typeName).toBe(typeName);
  });

  it('a summary has the period of its supplies', () => {
    const document = read({
      lines: [pen],
      special: { summary: true },
      buyer: { name: 'Ali' },
      supplyDate: '2026-10-01',
      supplyEndDate: '2026-10-31',
    });
    const [type] = all(document, 'cbc:InvoiceTypeCode');
    expect(type).toMatchObject({ text: '388', attributes: { name: '0200010' } });
    expect(all(document, 'cac:Delivery')[0]?.children.map(({ text }) => text)).toEqual([
      '2026-10-01',
      '2026-10-31',
    ]);
  });

  it('self-billed, the company of the terminal buys and its supplier sells', () => {
    const { address, ...named } = buyer;
    const supplier = { ...named, identification: { scheme: 'CRN' as const, value: '1010020000' }, address };
    const sale: SaleInput = {
      customer: 'business',
      special: { selfBilled: true },
      supplier,
      lines: [pen],
    };
    expect(invoiceOf(sale)).toMatchObject({
      typeName: '0100001',
      seller: { vatNumber: buyer.vatNumber },
      buyer: { vatNumber: seller.vatNumber },
    });
    expect(documentOf(sale).qr).toMatchObject({ sellerName: buyer.name, vatNumber: buyer.vatNumber });
  });
});

describe('charges', () => {
  const delivery = { amount: '11.50', reasonCode: 'DL', reason: 'توصيل | Delivery' };

  it('of a line raise its net, and its price stays what the label says', () => {
    const [line] = invoiceOf({
      lines: [{ ...pen, discount: { amount: '1.15' }, charges: [delivery] }],
    }).lines;
    expect(line).toMatchObject({ price: '10.00', net: 1900, vatAmount: 285, gross: 2185 });
    expect(line?.allowanceCharges).toMatchObject([
      { charge: false, amount: 100 },
      { charge: true, amount: 1000, reasonCode: 'DL', reason: 'توصيل | Delivery' },
    ]);
  });

  it('of the basket are shared out over what is sold, or taxed as they say', () => {
    const lines = [
      { ...pen, unitPrice: 30 },
      { ...pen, unitPrice: 10, vat: { category: 'Z' as const, reason: 'VATEX-SA-35' } },
    ];
    const prices = 'excludeVat';
    const shared = invoiceOf({ prices, lines, charges: [{ ...delivery, amount: 4 }] });
    expect(shared.vatBreakdown).toMatchObject([{ taxable: 3300 }, { taxable: 1100 }]);
    const bound = invoiceOf({
      prices,
      lines: lines.slice(1),
      charges: [{ ...delivery, amount: 4, vat: { category: 'S' } }],
    });
    expect(bound.vatBreakdown).toMatchObject([
      { category: 'Z', taxable: 1000 },
      { category: 'S', taxable: 400, vatAmount: 60 },
    ]);
    expect(bound.totals).toMatchObject({ lines: 1000, charges: 400, payable: 1460 });
  });

  it('are not discounted, not even when everything is given away', () => {
    const { totals } = invoiceOf({ lines: [pen], discount: { percent: 100 }, charges: [delivery] });
    expect(totals).toMatchObject({ allowances: 1000, charges: 1000, payable: 1150 });
  });
});

describe('discounts that name their VAT', () => {
  it('come off that rate alone, before those that do not', () => {
    const { allowanceCharges, totals } = invoiceOf({
      prices: 'excludeVat',
      lines: [
        { ...pen, unitPrice: 30 },
        { ...pen, unitPrice: 10, vat: { category: 'S', rate: 5 } },
      ],
      discount: { percent: 10 },
      discounts: [{ amount: 10, vat: { category: 'S', rate: '15.00' } }],
    });
    // The discounts are 10.00 off 30.00, then 4.00 (a tenth of the lines) in proportion to the remaining 20.00 and
    // 10.00.
    expect(allowanceCharges.map(({ amount, vat }) => [amount, vat?.rate])).toEqual([
      [1000, '15.00'],
      [267, '15.00'],
      [133, '5.00'],
    ]);
    expect(totals).toMatchObject({ lines: 4000, allowances: 1400, taxExclusive: 2600 });
  });
});

describe('another currency', () => {
  it('owes its VAT in riyals, rounded once', () => {
    const sale: SaleInput = { currency: 'USD', exchangeRate: '3.7512', lines: [pen] };
    expect(invoiceOf(sale).totals).toMatchObject({ vat: 150, vatInSar: 563 });
    const document = read(sale);
    expect(all(document, 'cac:TaxTotal').map((total) => all(total, 'cbc:TaxAmount')[0])).toMatchObject([
      { text: '5.63', attributes: { currencyID: 'SAR' } },
      { text: '1.50', attributes: { currencyID: 'USD' } },
    ]);
    expect(all(document, 'cac:TaxExchangeRate')[0]?.children.map(({ text }) => text)).toEqual([
      'USD',
      'SAR',
      '3.7512',
    ]);
    expect(documentOf(sale).qr).toMatchObject({ payable: '11.50', vat: '5.63' });
  });
});

describe('prepayments', () => {
  const advance = { number: 'T1-000003', issueDate: '2026-08-15', issueTime: '12:28:17' };

  it('are invoices of their own kind', () => {
    expect(invoiceOf({ kind: 'prepayment', lines: [pen] }).typeCode).toBe('386');
  });

  it('are deducted by lines that sell nothing; the VAT of the whole stays', () => {
    const sale: SaleInput = {
      lines: [{ ...pen, unitPrice: 2300 }],
      prepayments: [
        {
          ...advance,
          name: 'Advance',
          amounts: [{ amount: 1000 }, { vat: { category: 'S', rate: 5 }, amount: 105 }],
        },
      ],
    };
    const { totals, vatBreakdown, prepayments } = invoiceOf(sale);
    expect(vatBreakdown).toMatchObject([{ taxable: 200_000, vatAmount: 30_000 }]);
    expect(prepayments).toMatchObject([
      { id: '2', vat: { rate: '15.00' }, taxable: 86_957, vatAmount: 13_043 },
      { id: '3', vat: { rate: '5.00' }, taxable: 10_000, vatAmount: 500 },
    ]);
    expect(totals).toMatchObject({ taxInclusive: 230_000, prepaid: 110_500, payable: 119_500 });
    const [, line] = all(read(sale), 'cac:InvoiceLine');
    expect(line?.children.map(({ name }) => name)).toEqual([
      'cbc:ID',
      'cbc:InvoicedQuantity',
      'cbc:LineExtensionAmount',
      'cac:DocumentReference',
      'cac:TaxTotal',
      'cac:Item',
      'cac:Price',
    ]);
    expect(line && textAt(line, 'cbc:InvoicedQuantity')).toBe('0.00');
    expect(line && all(line, 'cac:DocumentReference')[0]?.children.map(({ text }) => text)).toEqual([
      'T1-000003',
      '2026-08-15',
      '12:28:17',
      '386',
    ]);
  });

  it('keep the VAT of their own document where it is known', () => {
    const { prepayments } = invoiceOf({
      lines: [{ ...pen, unitPrice: 2300 }],
      prepayments: [{ ...advance, amounts: [{ amount: 1000, vatAmount: '130.44' }] }],
    });
    expect(prepayments).toMatchObject([{ taxable: 86_956, vatAmount: 13_044 }]);
  });

  it('can leave nothing to pay', () => {
    const { totals } = invoiceOf({
      lines: [{ ...pen, quantity: 13, unitPrice: 100 }],
      prepayments: [{ ...advance, amounts: [{ amount: 1300 }] }],
    });
    expect(totals).toMatchObject({ taxInclusive: 129_999, prepaid: 130_000, rounding: 1, payable: 0 });
  });
});

describe('payable rounding', () => {
  it('adds to what shelf prices already need', () => {
    const lines = [{ ...pen, quantity: 13, unitPrice: 100 }];
    expect(invoiceOf({ lines, payableRounding: '-0.02' }).totals).toMatchObject({
      taxInclusive: 129_999,
      rounding: -1,
      payable: 129_998,
    });
    expect(invoiceOf({ lines, payableRounding: '-0.01' }).totals.rounding).toBeUndefined();
  });
});

describe('a document also says', () => {
  it('how to pay: words or codes, an account, terms', () => {
    const document = read({
      lines: [pen],
      payments: [{ means: 'card' }, { means: '31', instruction: 'Soon', account: 'SA03', terms: '30 days' }],
    });
    expect(all(document, 'cac:PaymentMeans').map(({ children }) => children.map(({ text }) => text))).toEqual(
      [['48'], ['31', 'Soon', '']],
    );
    expect(textAt(document, 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:PaymentNote')).toBe('30 days');
  });

  it('what an item is called by others, in the order of the schema', () => {
    const line = { ...pen, barcode: '6281000000007', sellerItemId: 'S', buyerItemId: 'B' };
    const [item] = all(read({ lines: [line] }), 'cac:InvoiceLine/cac:Item');
    expect(item?.children.slice(1, 4).map(({ name, children }) => [name, children[0]?.text])).toEqual([
      ['cac:BuyersItemIdentification', 'B'],
      ['cac:SellersItemIdentification', 'S'],
      ['cac:StandardItemIdentification', '6281000000007'],
    ]);
  });

  it('every note, and the contract', () => {
    const document = read({ lines: [pen], note: 'one', notes: ['two', 'three'], contractReference: 'C-1' });
    expect(all(document, 'cbc:Note').map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(textAt(document, 'cac:ContractDocumentReference/cbc:ID')).toBe('C-1');
  });

  it('why no VAT is charged in both languages, for every reason there is', () => {
    expect(exemptionReasons).toHaveLength(20);
    for (const { code, category, ar, en } of exemptionReasons) {
      const sale = saleSchema.parse({
        lines: [{ ...pen, vat: { category, reason: code, ...(en === '' && { reasonText: 'Toll' }) } }],
        buyer: { name: 'Ali', identification: { scheme: 'NAT', value: '1092837465' } },
      });
      const [row] = makeInvoice(sale, seller).vatBreakdown;
      expect(row).toMatchObject({ exemptionCode: code, exemptionText: en === '' ? 'Toll' : `${ar} | ${en}` });
    }
  });
});
