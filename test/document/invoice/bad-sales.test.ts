import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { issueSale } from '../../../main/till/issue/issue-sale.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { type SaleInput, saleLimits, saleSchema } from '../../../shared/sale/sale.ts';
import { isRuleId } from '../../../shared/words/faults/rules.ts';
import { issueCodes } from '../../../shared/words/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { byCashier } from '../../support/run/callers.ts';
import { makeTraining } from '../stamp/support.ts';
import { buyer, refusal, seller } from './fixtures.ts';

/*
 * Tests that a sale which no document can express is refused with the field and the reason. Nothing is issued, and no
 * counter is used.
 */

const pen = { name: 'Pencil', quantity: 1, unitPrice: '11.50' };
const note = { kind: 'creditNote', corrects: [{ number: 'T1-1' }], reason: 'Returned' } as const;
const advance = { number: 'P-1', issueDate: '2026-10-01', issueTime: '12:28:17' };
const charge = { amount: 1, reasonCode: 'DL', reason: 'Delivery' };
const zero = { category: 'Z', reason: 'VATEX-SA-35' };
const { address, ...named } = buyer;
const supplier = { ...named, identification: { scheme: 'CRN', value: '1010020000' }, address };
const business = { customer: 'business', buyer };
const selfBilled = { customer: 'business', special: { selfBilled: true } };

type Case = [what: string, sale: Record<string, unknown>, issues: string[]];

const cases: Case[] = [
  ['a name of only spaces', { lines: [{ ...pen, name: ' \t\u00a0' }] }, ['lines.0.name blank']],
  ['a name that nobody can see', { lines: [{ ...pen, name: '\u200b\u200f\u2060' }] }, ['lines.0.name blank']],
  ['control characters', { lines: [{ ...pen, name: 'a\u0000b' }] }, ['lines.0.name control-character']],
  ['a control above ASCII', { lines: [{ ...pen, name: 'a\u0085b' }] }, ['lines.0.name control-character']],
  ['half a character', { note: 'a\ud800b' }, ['note control-character']],
  ['a name of 1001 letters', { lines: [{ ...pen, name: 'ل'.repeat(1001) }] }, ['lines.0.name too-long']],
  ['no lines', { lines: [] }, ['lines too_small']],
  ['5001 lines', { lines: Array(5001).fill(pen) }, ['lines too_big']],
  ['a quantity of nothing', { lines: [{ ...pen, quantity: '0.000' }] }, ['lines.0.quantity not-positive']],
  ['a negative quantity', { lines: [{ ...pen, quantity: -1 }] }, ['lines.0.quantity not-positive']],
  ['a negative price', { lines: [{ ...pen, unitPrice: '-0.01' }] }, ['lines.0.unitPrice negative']],
  ['seven decimals', { lines: [{ ...pen, quantity: '0.1234567' }] }, ['lines.0.quantity too-many-decimals']],
  ['three decimals of money', { discount: { amount: '0.001' } }, ['discount.amount too-many-decimals']],
  ['a float that is none', { lines: [{ ...pen, unitPrice: 1e21 }] }, ['lines.0.unitPrice not-a-number']],
  [
    'an unknown category',
    { lines: [{ ...pen, vat: { category: 'G' } }] },
    ['lines.0.vat.category invalid_value'],
  ],
  [
    'an unknown rate',
    { lines: [{ ...pen, vat: { category: 'S', rate: 16 } }] },
    ['lines.0.vat.rate vat-rate'],
  ],
  [
    'a reason of another category',
    { lines: [{ ...pen, vat: { category: 'E', reason: 'VATEX-SA-35' } }] },
    ['lines.0.vat.reason reason-unknown'],
  ],
  ['an unknown field', { lines: [{ ...pen, price: 1 }] }, ['lines.0 unrecognized_keys']],

  [
    'a discount above the price',
    { lines: [{ ...pen, discount: { amount: 12 } }] },
    ['lines.0.discount.amount discount-above-price'],
  ],
  [
    'discounts above the price together',
    { lines: [{ ...pen, discount: { percent: 60 }, discounts: [{ percent: 30 }, { percent: 20 }] }] },
    ['lines.0.discounts.1.percent discount-above-price'],
  ],
  [
    'a discount on what is not sold',
    { discounts: [{ amount: 1, vat: zero }] },
    ['discounts.0.vat discount-without-goods'],
  ],
  [
    'a free article with VAT due beside others',
    {
      prices: 'excludeVat',
      lines: [{ ...pen, quantity: 2 }],
      discount: { amount: '10.00', vat: { category: 'O', reason: 'VATEX-SA-OOS', reasonText: 'Free' } },
    },
    ['discount.vat discount-without-goods'],
  ],
  ['a discount of 101 %', { discount: { percent: 101 } }, ['discount.percent percent']],
  ['a discount of neither', { discount: { reason: 'Friday' } }, ['discount amount-or-percent']],
  [
    'an unknown reason of a charge',
    { charges: [{ ...charge, reasonCode: 'XX' }] },
    ['charges.0.reasonCode charge-reason'],
  ],
  ['a charge without a word', { charges: [{ ...charge, reason: ' ' }] }, ['charges.0.reason blank']],
  [
    'a charge past every amount',
    { lines: [{ ...pen, charges: [{ ...charge, amount: '99999999999.99' }] }, pen] },
    ['lines.0 amount-out-of-range'],
  ],
  [
    'charges of the basket past every amount',
    { charges: [{ ...charge, amount: '99999999999.99' }] },
    ['charges amount-out-of-range'],
  ],

  ['an unknown currency', { currency: 'BTC', exchangeRate: 1 }, ['currency currency']],
  ['a currency without its rate', { currency: 'USD' }, ['exchangeRate exchange-rate-missing']],
  ['a rate of riyals', { exchangeRate: '3.75' }, ['exchangeRate exchange-rate-not-allowed']],
  [
    'a rate of 15 characters',
    { currency: 'USD', exchangeRate: '1234.5678901234' },
    ['exchangeRate too-long'],
  ],
  [
    'VAT in riyals past every amount',
    { currency: 'USD', exchangeRate: '99999999999', lines: [{ ...pen, unitPrice: 1000 }] },
    ['exchangeRate amount-out-of-range'],
  ],

  ['a rounding of more than a riyal', { payableRounding: '1.01' }, ['payableRounding rounding-too-large']],
  [
    'a rounding below zero',
    { lines: [{ ...pen, unitPrice: '0.01' }], payableRounding: '-0.02' },
    ['payableRounding payable-negative'],
  ],
  [
    'more prepaid than sold',
    { prepayments: [{ ...advance, amounts: [{ amount: '11.51' }] }] },
    ['prepayments prepaid-above-total'],
  ],
  [
    'a prepayment of what is not sold',
    { prepayments: [{ ...advance, amounts: [{ vat: zero, amount: 1 }] }] },
    ['prepayments.0.amounts.0.vat.category prepayment-category'],
  ],
  [
    'a prepayment of another VAT',
    { prepayments: [{ ...advance, amounts: [{ amount: '11.50', vatAmount: '1.53' }] }] },
    ['prepayments.0.amounts.0.vatAmount vat-differs'],
  ],
  [
    'a prepayment on a note',
    { ...note, prepayments: [{ ...advance, amounts: [{ amount: 1 }] }] },
    ['prepayments prepayments-not-allowed'],
  ],
  [
    'a prepayment of tomorrow',
    {
      prepayments: [
        { ...advance, amounts: [{ amount: 1 }] },
        { ...advance, issueDate: '2026-11-21', amounts: [{ amount: 1 }] },
      ],
    },
    ['prepayments.1.issueDate BR-KSA-04'],
  ],
  [
    'a time that is none',
    { prepayments: [{ ...advance, issueTime: '24:00:00', amounts: [{ amount: 1 }] }] },
    ['prepayments.0.issueTime time'],
  ],

  [
    'a note without reference and reason',
    { kind: 'debitNote' },
    ['corrects corrects-missing', 'reason reason-missing'],
  ],
  ['a reference of an invoice', { corrects: note.corrects }, ['corrects corrects-not-allowed']],
  [
    'an instruction in the place of the reason',
    { ...note, payments: [{ means: 'cash', instruction: 'x' }] },
    ['payments.0.instruction instruction-not-allowed'],
  ],
  [
    'a consumer who pays later',
    { payments: [{ means: 'onAccount' }] },
    ['payments.0.means on-account-consumer'],
  ],
  ['an unknown payment means', { payments: [{ means: '69' }] }, ['payments.0.means payment-means']],

  ['a business without a buyer', { customer: 'business' }, ['buyer buyer-missing']],
  [
    'a buyer who is the seller',
    { ...business, buyer: { ...buyer, vatNumber: seller.vatNumber } },
    ['buyer.vatNumber buyer-is-seller'],
  ],
  [
    'an export to a Saudi VAT number',
    { ...business, special: { export: true } },
    ['buyer.vatNumber vat-number-not-allowed'],
  ],
  ['an unknown flag', { special: { gift: true } }, ['special unrecognized_keys']],
  [
    'a summary of no period',
    { ...business, special: { summary: true } },
    ['supplyEndDate supply-period-missing', 'supplyDate supply-period-missing'],
  ],
  [
    'a consumer’s summary of nobody',
    { special: { summary: true }, supplyDate: '2026-10-01', supplyEndDate: '2026-10-31' },
    ['buyer buyer-missing'],
  ],
  [
    'a period that ends before it begins',
    { supplyDate: '2026-10-02', supplyEndDate: '2026-10-01' },
    ['supplyEndDate date-order'],
  ],
  ['a period without a beginning', { supplyEndDate: '2026-10-01' }, ['supplyDate supply-period-missing']],
  ['a self-billed sale of nobody', selfBilled, ['supplier supplier-missing']],
  ['a self-billed sale to another', { ...selfBilled, supplier, buyer }, ['buyer buyer-not-allowed']],
  [
    'a self-billed sale to a consumer',
    { ...selfBilled, customer: 'consumer', supplier },
    ['special.selfBilled flag-not-allowed'],
  ],
  [
    'a self-billed export',
    { ...selfBilled, special: { selfBilled: true, export: true }, supplier },
    ['special.selfBilled flag-not-allowed'],
  ],
  [
    'a company that supplies itself',
    { ...selfBilled, supplier: { ...supplier, vatNumber: seller.vatNumber } },
    ['supplier.vatNumber buyer-is-seller'],
  ],
  [
    'a supplier whose name does not fit the QR',
    { ...selfBilled, supplier: { ...supplier, name: 'ل'.repeat(128) } },
    ['supplier.name too-many-bytes'],
  ],
  ['a supplier of an ordinary sale', { supplier }, ['supplier supplier-not-allowed']],

  [
    'a document beyond the gateway’s size',
    { lines: Array(saleLimits.lines).fill({ ...pen, name: 'ل'.repeat(1000) }) },
    ['lines document-too-large'],
  ],
];

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bad-sales-'));
const { stamper } = makeTraining();
let ledger: Ledger;

beforeAll(() => {
  ledger = ledgerIn(path.join(folder, 'ledger.db'));
});
afterAll(() => {
  ledger.close();
  rmSync(folder, { recursive: true });
});

const issue = (sale: unknown, by = seller) =>
  issueSale(parseOrFail(saleSchema, sale), {
    by: byCashier,
    ledger,
    seller: by,
    numberPrefix: 'T1',
    stamper,
    clock: new FakeClock(),
    within: { clearance: 1, reporting: 1 },
  }).entry;

/** Checks that a refusal used no counter value, because the next document takes the next one. */
function expectNoCounterUsed(refused: () => void): void {
  const before = issue({ lines: [pen] }).icv;
  refused();
  expect(issue({ lines: [pen] }).icv).toBe(before + 1);
}

describe('refuses, with the field and the reason, and issues nothing', () => {
  it.each(cases)('%s', (_, sale, issues) => {
    expectNoCounterUsed(() => expect(refusal(() => issue({ lines: [pen], ...sale }))).toEqual(issues));
  });

  it('a seller whose name of 300 Arabic letters does not fit the QR', () => {
    const named = { ...seller, name: 'ل'.repeat(300) };
    expectNoCounterUsed(() =>
      expect(refusal(() => issue({ lines: [pen] }, named))).toEqual(['company.name qr-too-long']),
    );
  });
});

describe('every refusal', () => {
  it.each(cases.flatMap(([what, , issues]) => issues.map((issue) => [what, issue.split(' ')[1] ?? ''])))(
    'of %s has words in both languages (%s)',
    (_, code) => {
      expect(isRuleId(code) || issueCodes.some((each) => each === code)).toBe(true);
    },
  );
});

describe('the largest sale', () => {
  it(`of ${saleLimits.lines} lines is issued like any other`, () => {
    const lines: SaleInput['lines'] = Array.from({ length: saleLimits.lines }, (_, index) => ({
      name: `صنف رقم ${index + 1} | Item ${index + 1}`,
      quantity: 1 + (index % 9),
      unitPrice: `${index % 100}.95`,
      discount: { percent: 5 },
    }));
    const { uuid } = issue({ ...business, prices: 'excludeVat', lines });
    const xml = ledger.documents.issuedXml(uuid) ?? Buffer.alloc(0);
    expect(verifyDocument(xml).filter(({ ok }) => !ok)).toEqual([]);
  });
});
