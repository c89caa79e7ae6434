import { describe, expect, it } from 'vitest';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { buyer, invoiceOf, refusal, seller } from './fixtures.ts';

const pen = { name: 'قلم | Pencil', quantity: 1, unitPrice: '11.50' };

describe('a sale at shelf prices', () => {
  it('of 13 × 100.00, which no taxable amount leads to, is paid in full with a rounding amount', () => {
    const invoice = invoiceOf({ lines: [{ name: 'Item', quantity: 13, unitPrice: 100 }] });
    expect(invoice.lines).toMatchObject([
      {
        id: '1',
        quantity: '13',
        unit: 'PCE',
        price: '86.9561538462',
        net: 113043,
        vatAmount: 16957,
        gross: 130000,
      },
    ]);
    expect(invoice.vatBreakdown).toEqual([
      { category: 'S', rate: '15.00', taxable: 113043, vatAmount: 16956 },
    ]);
    expect(invoice.totals).toEqual({
      lines: 113043,
      taxExclusive: 113043,
      vat: 16956,
      vatInSar: 16956,
      taxInclusive: 129999,
      rounding: 1,
      payable: 130000,
    });
  });

  it('mixes pieces, weights, and discounts of a line and of the basket', () => {
    const invoice = invoiceOf({
      lines: [
        { name: 'Item', quantity: 3, unitPrice: '9.99' },
        { name: 'Item', quantity: '0.345', unit: 'KGM', unitPrice: 100 },
        { name: 'Item', quantity: 2, unitPrice: 25, discount: { amount: 5 } },
      ],
      discount: { amount: 10 },
    });
    expect(invoice.lines).toMatchObject([
      { net: 2606, vatAmount: 391, gross: 2997, price: '8.6866666667', allowanceCharges: [] },
      { net: 3000, vatAmount: 450, gross: 3450, price: '86.9565217391', allowanceCharges: [] },
      {
        net: 3913,
        vatAmount: 587,
        gross: 4500,
        price: '21.74',
        allowanceCharges: [{ charge: false, amount: 435 }],
      },
    ]);
    expect(invoice.allowanceCharges).toEqual([
      {
        charge: false,
        amount: 869,
        reasonCode: '95',
        reason: 'خصم | Discount',
        vat: { category: 'S', rate: '15.00' },
      },
    ]);
    expect(invoice.totals).toMatchObject({
      lines: 9519,
      allowances: 869,
      taxExclusive: 8650,
      vat: 1298,
      taxInclusive: 9948,
      rounding: -1,
      payable: 9947,
    });
  });

  it('shares a discount of the basket out over the VAT groups in proportion', () => {
    const zeroRated = { category: 'Z', reason: 'VATEX-SA-35' } as const;
    const invoice = invoiceOf({
      lines: [
        { name: 'Item', quantity: 1, unitPrice: 60 },
        { name: 'Medicine', quantity: 1, unitPrice: 40, vat: zeroRated },
      ],
      discount: { percent: '12.5', reason: 'Member' },
    });
    // The discount of 12.50 on 100.00 is split into 7.50 (6.52 without VAT) and 5.00.
    expect(invoice.allowanceCharges).toMatchObject([
      { amount: 652, reason: 'Member', vat: { category: 'S', rate: '15.00' } },
      { amount: 500, reason: 'Member', vat: { category: 'Z', rate: '0.00' } },
    ]);
    expect(invoice.vatBreakdown).toMatchObject([{ taxable: 4565 }, { taxable: 3500 }]);
    expect(invoice.totals.payable).toBe(8750);
  });

  it('can be given away', () => {
    const { totals, lines } = invoiceOf({ lines: [pen], discount: { percent: 100 } });
    expect(totals).toMatchObject({ lines: 1000, allowances: 1000, taxExclusive: 0, vat: 0, payable: 0 });
    expect(lines).toMatchObject([{ gross: 1150 }]);
  });

  it('leaves out a discount that comes to nothing without VAT', () => {
    const line = { ...pen, unitPrice: '0.15' };
    const { allowanceCharges, totals } = invoiceOf({
      lines: Array(12).fill(line),
      discount: { amount: '0.01' },
    });
    expect(allowanceCharges).toEqual([]);
    expect(totals).toMatchObject({ lines: 156, allowances: undefined, payable: 179 });
  });
});

describe('a sale at prices without VAT', () => {
  it('adds VAT once to the sum, and to each line for its own sake', () => {
    const invoice = invoiceOf({
      prices: 'excludeVat',
      lines: [
        { name: 'Item', quantity: 3, unitPrice: '0.333' },
        { name: 'Item', quantity: 10, unitPrice: '1.09', discount: { percent: 10, reason: 'Damaged' } },
      ],
    });
    expect(invoice.lines).toMatchObject([
      { price: '0.333', net: 100, vatAmount: 15, gross: 115, allowanceCharges: [] },
      {
        price: '1.09',
        net: 981,
        vatAmount: 147,
        gross: 1128,
        allowanceCharges: [{ amount: 109, reason: 'Damaged' }],
      },
    ]);
    expect(invoice.totals).toEqual({
      lines: 1081,
      taxExclusive: 1081,
      vat: 162,
      vatInSar: 162,
      taxInclusive: 1243,
      payable: 1243,
    });
  });
});

describe('the VAT breakdown', () => {
  it('has one row for each category and rate, in the order of the sale, with the reason in both languages', () => {
    const { vatBreakdown } = invoiceOf({
      lines: [
        { ...pen, unitPrice: 10, vat: { category: 'Z', reason: 'VATEX-SA-32' } },
        { ...pen, unitPrice: '10.50', vat: { category: 'S', rate: 5 } },
        { ...pen },
        { ...pen, unitPrice: 20, vat: { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'Toll' } },
        { ...pen, unitPrice: '10.50', vat: { category: 'S', rate: '5.00' } },
      ],
    });
    expect(vatBreakdown).toEqual([
      {
        category: 'Z',
        rate: '0.00',
        taxable: 1000,
        vatAmount: 0,
        exemptionCode: 'VATEX-SA-32',
        exemptionText: 'صادرات السلع من المملكة | Export of goods',
      },
      { category: 'S', rate: '5.00', taxable: 2000, vatAmount: 100 },
      { category: 'S', rate: '15.00', taxable: 1000, vatAmount: 150 },
      {
        category: 'O',
        rate: '0.00',
        taxable: 2000,
        vatAmount: 0,
        exemptionCode: 'VATEX-SA-OOS',
        exemptionText: 'Toll',
      },
    ]);
  });
});

describe('kinds of documents', () => {
  it.each([
    ['invoice', 'consumer', '388', '0200000'],
    ['invoice', 'business', '388', '0100000'],
    ['creditNote', 'consumer', '381', '0200000'],
    ['debitNote', 'business', '383', '0100000'],
  ] as const)('%s for a %s is %s %s', (kind, customer, typeCode, typeName) => {
    const sale: SaleInput = { kind, customer, buyer, lines: [pen] };
    const note = kind === 'invoice' ? {} : { corrects: [{ number: 'T1-7' }], reason: 'إرجاع | Returned' };
    const invoice = invoiceOf({ ...sale, ...note });
    expect(invoice).toMatchObject({
      typeCode,
      typeName,
      seller,
      buyer: { name: buyer.name },
      currency: 'SAR',
    });
    expect(invoice.corrects).toEqual(note.corrects ?? []);
  });

  it('gives the reason of a note with every payment, because each must carry it', () => {
    const { payments } = invoiceOf({
      kind: 'creditNote',
      lines: [pen],
      corrects: [{ number: 'T1-7' }],
      reason: 'إرجاع | Returned',
      payments: [{ means: 'cash' }, { means: 'card' }],
    });
    expect(payments).toEqual([
      { code: '10', instruction: 'إرجاع | Returned' },
      { code: '48', instruction: 'إرجاع | Returned' },
    ]);
  });

  it('knows the code of every payment means', () => {
    const means = ['cash', 'card', 'bankTransfer', 'bankAccount', 'onAccount', 'other'] as const;
    const { payments } = invoiceOf({
      customer: 'business',
      buyer,
      lines: [pen],
      payments: means.map((each) => ({ means: each })),
    });
    expect(payments.map((each) => each.code)).toEqual(['10', '48', '30', '42', '1', '1']);
  });
});

describe('refuses', () => {
  it('a discount above the price of its line, naming every such line', () => {
    const line = { ...pen, discount: { amount: '11.51' } };
    expect(refusal(() => invoiceOf({ lines: [line, pen, line] }))).toEqual([
      'lines.0.discount.amount discount-above-price',
      'lines.2.discount.amount discount-above-price',
    ]);
    expect(refusal(() => invoiceOf({ lines: [{ ...pen, discount: { amount: '11.50' } }] }))).toEqual([]);
  });

  it('a discount above what the lines come to', () => {
    const lines = [{ ...pen, discount: { amount: 1 } }];
    expect(refusal(() => invoiceOf({ lines, discount: { amount: '10.51' } }))).toEqual([
      'discount.amount discount-above-price',
    ]);
    expect(refusal(() => invoiceOf({ lines, discount: { amount: '10.50' } }))).toEqual([]);
  });

  it.each(['includeVat', 'excludeVat'] as const)('amounts past a hundred billion (%s)', (prices) => {
    const large = { ...pen, quantity: '99999999999', unitPrice: '99999999999' };
    expect(refusal(() => invoiceOf({ prices, lines: [pen, large] }))).toEqual([
      'lines.1 amount-out-of-range',
    ]);
    const half = { ...pen, unitPrice: '50000000000' };
    expect(refusal(() => invoiceOf({ prices, lines: [half, half] }))).toEqual([]);
    expect(refusal(() => invoiceOf({ prices, lines: [half, half, pen] }))).toEqual([
      'lines amount-out-of-range',
    ]);
  });

  it('a buyer with the VAT number of the seller', () => {
    const sale: SaleInput = {
      customer: 'business',
      buyer: { ...buyer, vatNumber: seller.vatNumber },
      lines: [pen],
    };
    expect(refusal(() => invoiceOf(sale))).toEqual(['buyer.vatNumber buyer-is-seller']);
  });

  it.each(['VATEX-SA-EDU', 'VATEX-SA-HEA'])('%s without the national id of the citizen', (reason) => {
    const lines = [{ ...pen, vat: { category: 'Z' as const, reason } }];
    const citizen = (scheme: 'NAT' | 'IQA') => ({
      name: 'Ali',
      identification: { scheme, value: '1012345678' },
    });
    expect(refusal(() => invoiceOf({ lines }))).toEqual(['buyer.identification national-id-missing']);
    expect(refusal(() => invoiceOf({ lines, buyer: citizen('IQA') }))).toEqual([
      'buyer.identification national-id-missing',
    ]);
    expect(refusal(() => invoiceOf({ lines, buyer: citizen('NAT') }))).toEqual([]);
  });
});
