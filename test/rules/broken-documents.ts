import type { Invoice, Payment } from '../../main/invoice/invoice.ts';
import { exemptionReasons } from '../../shared/vat.ts';
import type { RuleId } from '../../shared/words/rules/index.ts';
import type { BaseName } from './bases.ts';
import {
  adjustment,
  all,
  buyer,
  buyerAddress,
  type Change,
  identified,
  line,
  lineAdjustment,
  payment,
  prepayment,
  row,
  seller,
  sellerAddress,
  set,
  totals,
} from './changes.ts';

/*
 * Documents that break one rule each. Many a rule cannot be broken alone: the same wrong value breaks others, and a
 * wrong amount breaks the sums it is part of. Those are named as `also`.
 */

export interface BrokenDocument {
  readonly name: string;
  readonly ruleId: RuleId;
  readonly base: BaseName;
  readonly break: Change;
  /** Rules that cannot but answer too. */
  readonly also: readonly RuleId[];
  /** The document's number, where that is what is wrong. */
  readonly number?: string;
  /** Where the template refuses to write what is broken: the base's document with one text for another. */
  readonly rewrite?: readonly [from: string, to: string];
}

const of = (length: number) => 'ن'.repeat(length);
const unchanged: Change = (invoice) => invoice;

/** Cases of one rule: what is wrong, the base, the change, and what else cannot but answer. */
function breaks(
  ruleId: RuleId,
  base: BaseName,
  name: string,
  change: Change,
  also: readonly RuleId[] = [],
  more: Pick<BrokenDocument, 'number' | 'rewrite'> = {},
): BrokenDocument {
  return { ruleId, base, name: `${ruleId}: ${name}`, break: change, also, ...more };
}

const noNet = { category: 'S', rate: '0.00' } as const;
const fivePercent = { rate: '5.00' } as const;
const reasonOf = (code: string) => ({ exemptionCode: code, exemptionText: exemptionReasons[0]?.en });
const advance = (invoice: Invoice) => invoice.prepayments;

const payAlso =
  (payment: Payment): Change =>
  (invoice) => ({ ...invoice, payments: [...invoice.payments, payment] });

/** More VAT, or more without it, all the way down to what is to be paid. */
const moreVat = (more: number) =>
  totals(({ vat, taxInclusive, payable }) => ({
    vat: vat + more,
    taxInclusive: taxInclusive + more,
    payable: payable + more,
  }));
const moreWithoutVat = (more: number) =>
  totals(({ taxExclusive, taxInclusive, payable }) => ({
    taxExclusive: taxExclusive + more,
    taxInclusive: taxInclusive + more,
    payable: payable + more,
  }));

const header: readonly BrokenDocument[] = [
  breaks('BR-02', 'consumer', 'no number', unchanged, [], { number: '' }),
  breaks('BR-KSA-F-06-C1', 'consumer', 'a number of 128 characters', unchanged, [], { number: of(128) }),
  breaks('BR-16', 'consumer', 'no line', set({ lines: [] }), ['BR-CO-10', 'BR-S-08']),
  breaks('BR-KSA-06', 'consumer', 'a flag that is neither 0 nor 1', set({ typeName: '0200200' }), [
    'BR-KSA-31',
  ]),
  breaks('BR-KSA-F-06-C40', 'consumer', 'a type of six positions', set({ typeName: '020000' }), [
    'BR-KSA-06',
    'BR-KSA-31',
  ]),
  breaks('BR-KSA-07', 'business', 'a self-billed export', set({ typeName: '0100101' })),
  breaks('BR-KSA-31', 'consumer', 'self-billed to a consumer', set({ typeName: '0200001' })),
  breaks(
    'BR-KSA-92',
    'business',
    'to the government without a contract',
    set({ typeName: '010000001', contractReference: undefined }),
  ),
  breaks(
    'BR-KSA-15',
    'business',
    'a blank day of supply',
    set({ supplyDate: '', supplyEndDate: undefined }),
    ['BR-KSA-F-01'],
  ),
  breaks('BR-KSA-35', 'business', 'an end of supply beside a blank start', set({ supplyDate: '' }), [
    'BR-KSA-15',
    'BR-KSA-F-01',
  ]),
  breaks('BR-KSA-36', 'business', 'supply ends before it begins', set({ supplyEndDate: '2024-02-29' })),
  breaks('BR-KSA-36', 'business', 'supply ends before the day of issue', set({ supplyDate: undefined })),
  breaks('BR-KSA-71', 'summary', 'a summary without a buyer', set({ buyer: undefined })),
  breaks('BR-KSA-71', 'summary', 'a summary for a blank name', buyer({ name: ' ' })),
  breaks('BR-KSA-72', 'summary', 'a summary without a day of supply', set({ supplyDate: undefined })),
  breaks('BR-KSA-72', 'summary', 'a summary without an end', set({ supplyEndDate: undefined })),
  breaks('BR-05', 'zeroRated', 'no currency', set({ currency: '' }), [
    'BR-CL-04',
    'BR-KSA-CL-01',
    'BR-KSA-CL-02',
  ]),
  breaks('BR-KSA-CL-02', 'consumer', 'amounts without a currency', set({ currency: '' }), [
    'BR-05',
    'BR-CL-04',
    'BR-KSA-CL-01',
  ]),
  breaks('BR-CL-03', 'dollars', 'a currency that is none', set({ currency: 'XYZ' }), [
    'BR-CL-04',
    'BR-KSA-CL-01',
  ]),
  breaks('BR-CL-04', 'dollars', 'a currency newer than the list', set({ currency: 'VES' }), [
    'BR-CL-03',
    'BR-KSA-CL-01',
  ]),
  breaks('BR-KSA-CL-01', 'dollars', 'a currency in small letters', set({ currency: 'usd' }), [
    'BR-CL-03',
    'BR-CL-04',
  ]),
  breaks('BR-KSA-87', 'dollars', 'no exchange rate in its place', set({ exchangeRate: '' })),
  breaks(
    'BR-KSA-90',
    'dollars',
    'an exchange rate of 15 characters',
    set({ exchangeRate: '3.7500000000000' }),
  ),
  breaks('BR-KSA-F-06-C2', 'consumer', 'a note of 1001 characters', set({ notes: ['ok', of(1001)] })),
  breaks('BR-KSA-F-06-C3', 'business', 'an order of 128 characters', set({ orderReference: of(128) })),
  breaks('BR-KSA-F-06-C5', 'business', 'a contract of 128 characters', set({ contractReference: of(128) })),
  breaks('BR-CL-16', 'consumer', 'a way to pay that is none', payment({ code: '99' }), ['BR-KSA-16']),
  breaks('BR-KSA-16', 'consumer', 'a way to pay that only one list knows', payment({ code: '69' })),
  breaks('BR-KSA-F-06-C14', 'business', 'terms of 1001 characters', payment({ terms: of(1001) })),
  breaks('BR-KSA-F-06-C15', 'business', 'an account of 128 characters', payment({ account: of(128) })),
  breaks('BR-KSA-F-06-C14', 'business', 'terms at two payments', payAlso({ code: '10', terms: 'now' })),
  breaks(
    'BR-KSA-F-06-C15',
    'business',
    'an account at two payments',
    payAlso({ code: '42', account: 'SA1' }),
  ),
];

const sellers: readonly BrokenDocument[] = [
  breaks('BR-06', 'consumer', 'no name', seller({ name: '' }), ['BR-KSA-F-06-C10']),
  breaks('BR-KSA-F-06-C10', 'consumer', 'a name of 1001 characters', seller({ name: of(1001) })),
  breaks('BR-KSA-39', 'consumer', 'no VAT number', seller({ vatNumber: '' }), ['BR-KSA-40']),
  breaks('BR-KSA-40', 'consumer', 'a VAT number of 14 digits', seller({ vatNumber: '39999999990003' })),
  breaks('BR-KSA-40', 'consumer', 'a VAT number that ends in 4', seller({ vatNumber: '399999999900004' })),
  breaks('BR-KSA-08', 'consumer', 'no identification', seller({ identification: undefined })),
  breaks(
    'BR-KSA-08',
    'consumer',
    "a buyer's kind of identification",
    seller(identified('NAT', '1020304050')),
  ),
  breaks('BR-08', 'consumer', 'no address', seller({ address: undefined }), ['BR-KSA-37']),
  breaks('BR-09', 'consumer', 'no country', sellerAddress({ country: '' }), ['BR-CL-14']),
  breaks('BR-KSA-09', 'consumer', 'no district', sellerAddress({ district: undefined })),
  breaks('BR-KSA-37', 'consumer', 'a building number of three digits', sellerAddress({ building: '232' })),
  breaks('BR-KSA-66', 'consumer', 'a postal code of four digits', sellerAddress({ postalCode: '2333' })),
  breaks('BR-KSA-F-06-C4', 'consumer', 'no street', sellerAddress({ street: '' })),
  breaks(
    'BR-KSA-F-06-C6',
    'consumer',
    'an additional street of 128 characters',
    sellerAddress({ additionalStreet: of(128) }),
  ),
  breaks('BR-KSA-F-06-C7', 'consumer', 'a city of 128 characters', sellerAddress({ city: of(128) })),
  breaks('BR-KSA-F-06-C8', 'consumer', 'a province of 128 characters', sellerAddress({ province: of(128) })),
  breaks('BR-KSA-F-06-C9', 'business', 'a district of 128 characters', sellerAddress({ district: of(128) })),
];

const buyers: readonly BrokenDocument[] = [
  breaks('BR-CUSTOM-VALIDATION-01', 'business', 'the seller buys', buyer({ vatNumber: '399999999900003' })),
  breaks('BR-KSA-44', 'business', 'a VAT number from abroad', buyer({ vatNumber: '100123456700003' })),
  breaks('BR-KSA-99', 'business', 'a blank VAT number', buyer({ vatNumber: '' })),
  breaks('BR-KSA-81', 'business', 'neither a VAT number nor another', buyer({ vatNumber: undefined })),
  breaks('BR-KSA-14', 'business', 'an identification of no known kind', buyer(identified('XXX', '12'))),
  breaks('BR-KSA-49', 'citizen', "a citizen's iqama", buyer(identified('IQA', '2020304050'))),
  breaks('BR-KSA-49', 'citizen', 'no identification', buyer({ identification: undefined })),
  breaks('BR-KSA-42', 'business', 'no name', buyer({ name: '' }), ['BR-KSA-F-06-C12']),
  breaks('BR-KSA-F-06-C12', 'business', 'a name of 1001 characters', buyer({ name: of(1001) })),
  breaks('BR-KSA-F-06-C32', 'summary', 'a name of 1001 characters', buyer({ name: of(1001) })),
  breaks('BR-KSA-25', 'citizen', 'healthcare for nobody', buyer({ name: '' })),
  breaks('BR-KSA-10', 'business', 'no country', buyerAddress({ country: '' }), ['BR-CL-14']),
  breaks('BR-KSA-10', 'business', 'no address', buyer({ address: undefined }), [
    'BR-KSA-F-06-C23',
    'BR-KSA-F-06-C25',
  ]),
  breaks('BR-KSA-63', 'business', 'no building number', buyerAddress({ building: undefined })),
  breaks('BR-KSA-67', 'business', 'a postal code of four digits', buyerAddress({ postalCode: '1222' })),
  breaks('BR-KSA-F-06-C23', 'business', 'a street of 1001 characters', buyerAddress({ street: of(1001) })),
  breaks('BR-KSA-F-06-C24', 'summary', 'a street of 1001 characters', buyerAddress({ street: of(1001) })),
  breaks('BR-KSA-F-06-C25', 'business', 'no city', buyerAddress({ city: '' }), ['BR-KSA-10', 'BR-KSA-63']),
  breaks('BR-KSA-F-06-C26', 'summary', 'a city of 128 characters', buyerAddress({ city: of(128) })),
  breaks('BR-KSA-F-06-C28', 'business', 'no district', buyerAddress({ district: undefined }), ['BR-KSA-63']),
  breaks('BR-KSA-F-06-C29', 'business', 'a district of 128 characters', buyerAddress({ district: of(128) })),
  breaks(
    'BR-KSA-F-06-C11',
    'business',
    'an additional street of 128 characters',
    buyerAddress({ additionalStreet: of(128) }),
  ),
  breaks('BR-KSA-F-06-C27', 'business', 'a province of 128 characters', buyerAddress({ province: of(128) })),
  breaks('BR-CL-14', 'business', 'a country that is none', buyerAddress({ country: 'ZZ' })),
  breaks('BR-CL-14', 'consumer', 'a seller in a country that is none', sellerAddress({ country: 'UK' })),
  breaks(
    'BR-KSA-F-07',
    'business',
    'a TIN that does not begin with 3',
    buyer(identified('TIN', '4020304050')),
  ),
  breaks('BR-KSA-F-08', 'business', "a buyer's CRN of nine digits", buyer(identified('CRN', '101001000'))),
  breaks('BR-KSA-F-08', 'consumer', "a seller's CRN with a letter", seller(identified('CRN', '101001000A'))),
  breaks(
    'BR-KSA-F-09',
    'business',
    'a 700 number that begins with 1',
    buyer(identified('700', '1020304050')),
  ),
  breaks('BR-KSA-F-10', 'citizen', 'a national ID of nine digits', buyer(identified('NAT', '102030405'))),
  breaks('BR-KSA-F-11', 'business', 'an iqama that begins with 1', buyer(identified('IQA', '1020304050'))),
  breaks('BR-KSA-F-12', 'business', 'blanks around the kind', buyer(identified(' CRN', '1010010000'))),
  breaks('BR-KSA-F-13', 'business', 'digits that count up', buyer(identified('CRN', '1234567890'))),
  breaks('BR-KSA-F-13', 'business', 'digits that count down', buyer(identified('OTH', '98765432'))),
  breaks('BR-KSA-F-13', 'consumer', 'eight equal digits', seller(identified('CRN', '1011111111'))),
];

const lines: readonly BrokenDocument[] = [
  breaks('BR-21', 'consumer', 'a line without a number', line({ id: '' }), ['BR-KSA-F-06-C17']),
  breaks('BR-KSA-F-06-C17', 'consumer', 'a line number of seven digits', line({ id: '1000000' })),
  breaks('BR-22', 'zeroRated', 'nothing sold', line({ quantity: '0' }), ['BR-KSA-EN16931-11']),
  breaks('BR-KSA-F-06-C18', 'consumer', 'a unit of 128 characters', line({ unit: of(128) })),
  breaks('BR-25', 'consumer', 'an item without a name', line({ name: '' }), ['BR-KSA-F-06-C19']),
  breaks('BR-KSA-F-06-C19', 'consumer', 'a name of two characters', line({ name: 'شا' })),
  breaks('BR-KSA-F-06-C19', 'consumer', 'a name of 1001 characters', line({ name: of(1001) })),
  breaks('BR-KSA-F-C-01', 'consumer', 'a name of digits', line({ name: '6281007022293' })),
  breaks('BR-KSA-F-C-01', 'consumer', 'a name of Arabic digits', line({ name: '٦٢٨١٠٠٧' })),
  breaks(
    'BR-KSA-F-C-01',
    'final',
    'a prepayment named by digits',
    prepayment('S', () => ({ name: '2024001' })),
  ),
  breaks('BR-KSA-51', 'consumer', 'a gross that is not net and VAT', line({ gross: 4000 })),
  breaks('BR-KSA-EN16931-11', 'business', 'a price two halalas too high', line({ price: '11.51' })),
  breaks('BR-S-05', 'business', 'standard VAT of nothing', line({ vat: noNet }), ['BR-KSA-84']),
  breaks(
    'BR-Z-05',
    'allCategories',
    'a zero rate of 5 percent',
    line({ vat: { category: 'Z', ...fivePercent } }, 'Z'),
  ),
  breaks(
    'BR-E-05',
    'allCategories',
    'an exemption of 5 percent',
    line({ vat: { category: 'E', ...fivePercent } }, 'E'),
  ),
  breaks(
    'BR-KSA-11',
    'allCategories',
    'out of scope at 5 percent',
    line({ vat: { category: 'O', ...fivePercent } }, 'O'),
  ),
  breaks('BR-KSA-F-06-C20', 'consumer', 'a barcode of 128 characters', line({ barcode: of(128) })),
  breaks('BR-KSA-F-06-C30', 'consumer', "a buyer's number of 128 characters", line({ buyerItemId: of(128) })),
  breaks(
    'BR-KSA-F-06-C31',
    'consumer',
    "a seller's number of 128 characters",
    line({ sellerItemId: of(128) }),
  ),
];

const adjustments: readonly BrokenDocument[] = [
  breaks('BR-32', 'business', 'a discount at no VAT rate', adjustment(false, { vat: undefined }), [
    'BR-S-08',
  ]),
  breaks('BR-37', 'business', 'a charge at no VAT rate', adjustment(true, { vat: undefined }), ['BR-S-08']),
  breaks('BR-S-06', 'business', 'a standard discount at nothing', adjustment(false, { vat: noNet }), [
    'BR-KSA-84',
  ]),
  breaks('BR-S-07', 'business', 'a standard charge at nothing', adjustment(true, { vat: noNet }), [
    'BR-KSA-84',
  ]),
  breaks(
    'BR-Z-06',
    'allCategories',
    'a zero-rated discount at 5',
    adjustment(false, { vat: { category: 'Z', ...fivePercent } }, 'Z'),
  ),
  breaks(
    'BR-E-06',
    'allCategories',
    'an exempt discount at 5',
    adjustment(false, { vat: { category: 'E', ...fivePercent } }, 'E'),
  ),
  breaks(
    'BR-KSA-12',
    'allCategories',
    'a discount out of scope at 5',
    adjustment(false, { vat: { category: 'O', ...fivePercent } }, 'O'),
  ),
  breaks(
    'BR-Z-07',
    'business',
    'a zero-rated charge at 5',
    adjustment(true, { vat: { category: 'Z', ...fivePercent } }),
    ['BR-S-08', 'BR-Z-01'],
  ),
  breaks(
    'BR-E-07',
    'business',
    'an exempt charge at 5',
    adjustment(true, { vat: { category: 'E', ...fivePercent } }),
    ['BR-S-08', 'BR-E-01'],
  ),
  breaks(
    'BR-KSA-13',
    'allCategories',
    'a charge out of scope at 5',
    adjustment(true, { vat: { category: 'O', ...fivePercent } }, 'O'),
  ),
  breaks('BR-KSA-19', 'business', 'a charge without a code', adjustment(true, { reasonCode: undefined })),
  breaks('BR-KSA-21', 'business', 'a charge without words', adjustment(true, { reason: undefined })),
  breaks(
    'BR-KSA-20',
    'consumer',
    "a line's charge without a code",
    lineAdjustment(true, { reasonCode: undefined }),
  ),
  breaks(
    'BR-KSA-22',
    'consumer',
    "a line's charge without words",
    lineAdjustment(true, { reason: undefined }),
  ),
  breaks('BR-KSA-CL-06', 'business', 'a charge for no known reason', adjustment(true, { reasonCode: 'QQQ' })),
  breaks(
    'BR-KSA-CL-06',
    'consumer',
    "a line's charge for no known reason",
    lineAdjustment(true, { reasonCode: 'QQQ' }),
  ),
  breaks(
    'BR-KSA-F-06-C33',
    'business',
    'words for a charge of 1001 characters',
    adjustment(true, { reason: of(1001) }),
  ),
  breaks(
    'BR-KSA-F-06-C34',
    'consumer',
    "words for a line's charge of 1001 characters",
    lineAdjustment(true, { reason: of(1001) }),
  ),
  breaks(
    'BR-KSA-F-06-C35',
    'business',
    'words for a discount of 1001 characters',
    adjustment(false, { reason: of(1001) }),
  ),
  breaks(
    'BR-KSA-F-06-C36',
    'consumer',
    "no words in a line's discount",
    lineAdjustment(false, { reason: '' }),
  ),
];

const vat: readonly BrokenDocument[] = [
  breaks('BR-CO-18', 'business', 'no VAT breakdown', set({ vatBreakdown: [] }), [
    'BR-CO-15',
    'BR-S-01',
    'BR-KSA-EN16931-08',
    'BR-KSA-EN16931-09',
  ]),
  breaks('BR-KSA-EN16931-08', 'zeroRated', 'no total with rows', set({ vatBreakdown: [] }), [
    'BR-CO-18',
    'BR-Z-01',
    'BR-KSA-EN16931-09',
  ]),
  breaks('BR-KSA-EN16931-09', 'consumer', 'two totals without rows', set({ vatBreakdown: [] }), [
    'BR-CO-18',
    'BR-CO-15',
    'BR-S-01',
    'BR-KSA-EN16931-08',
  ]),
  breaks('BR-53', 'dollars', 'a total in dollars without rows', set({ vatBreakdown: [] }), [
    'BR-CO-18',
    'BR-CO-15',
    'BR-S-01',
    'BR-KSA-EN16931-08',
    'BR-KSA-EN16931-09',
  ]),
  breaks(
    'BR-CO-17',
    'zeroRated',
    'VAT where there is none',
    all(
      row('Z', () => ({ vatAmount: 2 })),
      moreVat(2),
    ),
    ['BR-Z-09'],
  ),
  breaks(
    'BR-S-01',
    'business',
    'no row of the standard category',
    row('S', () => ({ category: 'Z', rate: '0.00' })),
    ['BR-Z-09', 'BR-CO-17', 'BR-Z-08', 'BR-KSA-69'],
  ),
  breaks(
    'BR-Z-01',
    'business',
    'a zero-rated line without a row',
    line({ vat: { category: 'Z', rate: '0.00' } }),
    ['BR-S-08'],
  ),
  breaks(
    'BR-E-01',
    'business',
    'an exempt line without a row',
    line({ vat: { category: 'E', rate: '0.00' } }),
    ['BR-S-08'],
  ),
  breaks(
    'BR-O-01',
    'business',
    'a line out of scope without a row',
    line({ vat: { category: 'O', rate: '0.00' } }),
    ['BR-S-08'],
  ),
  breaks(
    'BR-S-08',
    'business',
    'a taxable amount that is not what was sold',
    row('S', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-Z-08',
    'allCategories',
    'zero-rated: not what was sold',
    row('Z', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-E-08',
    'allCategories',
    'exempt: not what was sold',
    row('E', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-O-08',
    'allCategories',
    'out of scope: not what was sold',
    row('O', ({ taxable }) => ({ taxable: taxable + 1 })),
  ),
  breaks(
    'BR-S-09',
    'business',
    'VAT three halalas too high',
    all(
      row('S', ({ vatAmount }) => ({ vatAmount: vatAmount + 3 })),
      moreVat(3),
    ),
    ['BR-CO-17'],
  ),
  breaks(
    'BR-Z-09',
    'allCategories',
    'zero-rated with VAT',
    all(
      row('Z', () => ({ vatAmount: 1 })),
      moreVat(1),
    ),
  ),
  breaks(
    'BR-E-09',
    'allCategories',
    'exempt with VAT',
    all(
      row('E', () => ({ vatAmount: 1 })),
      moreVat(1),
    ),
  ),
  breaks(
    'BR-O-09',
    'allCategories',
    'out of scope with VAT',
    all(
      row('O', () => ({ vatAmount: 1 })),
      moreVat(1),
    ),
  ),
  breaks(
    'BR-S-10',
    'business',
    'a reason for no VAT beside VAT',
    row('S', () => reasonOf('VATEX-SA-35')),
  ),
  breaks('BR-KSA-84', 'business', 'a rate of 10 percent', line({ vat: { category: 'S', rate: '10.00' } })),
  breaks(
    'BR-KSA-69',
    'allCategories',
    'zero-rated for no reason',
    row('Z', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-23',
    'allCategories',
    'exempt for no reason',
    row('E', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-24',
    'allCategories',
    'out of scope for no reason',
    row('O', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-83',
    'allCategories',
    'a reason without words',
    row('O', () => ({ exemptionText: undefined })),
  ),
  breaks(
    'BR-KSA-CL-04',
    'allCategories',
    "another category's reason",
    row('E', () => reasonOf('VATEX-SA-35')),
  ),
  breaks(
    'BR-KSA-F-06-C16',
    'allCategories',
    'a reason of 1001 characters',
    row('O', () => ({ exemptionText: of(1001) })),
  ),
];

const sums: readonly BrokenDocument[] = [
  breaks(
    'BR-CO-10',
    'business',
    'lines do not add up',
    totals(({ lines }) => ({ lines: lines + 1 })),
  ),
  breaks(
    'BR-CO-11',
    'business',
    'discounts do not add up',
    all(
      totals(({ allowances = 0 }) => ({ allowances: allowances + 1 })),
      moreWithoutVat(-1),
    ),
  ),
  breaks('BR-CO-11', 'business', 'no total of discounts', (invoice) =>
    all(
      totals(() => ({ allowances: undefined })),
      moreWithoutVat(invoice.totals.allowances ?? 0),
    )(invoice),
  ),
  breaks(
    'BR-CO-12',
    'business',
    'charges do not add up',
    all(
      totals(({ charges = 0 }) => ({ charges: charges + 1 })),
      moreWithoutVat(1),
    ),
  ),
  breaks('BR-CO-13', 'consumer', 'a total without VAT that is not that of the lines', moreWithoutVat(1)),
  breaks(
    'BR-CO-14',
    'business',
    'VAT does not add up',
    totals(({ vat }) => ({ vat: vat + 1 })),
  ),
  breaks(
    'BR-CO-15',
    'consumer',
    'a total with VAT a halala too high',
    totals(({ taxInclusive, payable }) => ({ taxInclusive: taxInclusive + 1, payable: payable + 1 })),
  ),
  breaks(
    'BR-CO-16',
    'consumer',
    'a halala more to pay',
    totals(({ payable }) => ({ payable: payable + 1 })),
  ),
  breaks(
    'BR-CO-16',
    'final',
    'a rounding that is not paid',
    totals(() => ({ rounding: -2 })),
  ),
  breaks(
    'BR-KSA-97',
    'dollars',
    'as much VAT in riyals as in dollars',
    totals(({ vat }) => ({ vatInSar: vat })),
  ),
];

const references: readonly BrokenDocument[] = [
  breaks('BR-55', 'consumer', 'no number of what is corrected', set({ corrects: [{ number: '' }] })),
  breaks('BR-KSA-56', 'creditNote', 'nothing is corrected', set({ corrects: [] })),
  breaks(
    'BR-KSA-F-06-C22',
    'creditNote',
    'a number of 5001 characters',
    set({ corrects: [{ number: of(5001) }] }),
  ),
  breaks('BR-KSA-17', 'creditNote', 'a note without a reason', payment({ instruction: undefined })),
  breaks('BR-KSA-17', 'creditNote', 'a note without a payment', set({ payments: [] })),
  breaks('BR-KSA-F-06-C13', 'creditNote', 'a reason of 1001 characters', payment({ instruction: of(1001) })),
  breaks(
    'BR-KSA-73',
    'consumer',
    'prepaid by no document',
    totals(({ payable }) => ({ prepaid: 100, payable: payable - 100 })),
    ['BR-KSA-80'],
  ),
  breaks(
    'BR-KSA-80',
    'final',
    'prepaid is not what the lines deduct',
    totals(({ prepaid = 0, payable }) => ({ prepaid: prepaid - 1, payable: payable + 1 })),
  ),
  breaks(
    'BR-KSA-80',
    'final',
    'nothing prepaid beside a deduction',
    totals(({ taxInclusive }) => ({ prepaid: undefined, payable: taxInclusive })),
  ),
  breaks(
    'BR-KSA-79',
    'final',
    'VAT two halalas too high',
    prepayment('S', ({ taxable, vatAmount }) => ({ taxable: taxable - 2, vatAmount: vatAmount + 2 })),
  ),
  breaks(
    'BR-KSA-79',
    'final',
    'VAT where there is none',
    prepayment('Z', ({ taxable, vatAmount }) => ({ taxable: taxable - 1, vatAmount: vatAmount + 1 })),
  ),
  breaks(
    'BR-KSA-76',
    'final',
    'a zero rate of 5 percent',
    prepayment('Z', ({ vat }) => ({ vat: { ...vat, ...fivePercent } })),
    ['BR-Z-05', 'BR-KSA-79'],
  ),
  breaks(
    'BR-KSA-77',
    'final',
    'an exemption of 5 percent',
    prepayment('E', ({ vat }) => ({ vat: { ...vat, ...fivePercent } })),
    ['BR-E-05', 'BR-KSA-79'],
  ),
  breaks(
    'BR-KSA-78',
    'final',
    'out of scope at 5 percent',
    prepayment('O', ({ vat }) => ({ vat: { ...vat, ...fivePercent } })),
    ['BR-KSA-11', 'BR-KSA-79'],
  ),
  breaks(
    'BR-KSA-93',
    'final',
    'zero-rated for no reason',
    prepayment('Z', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-94',
    'final',
    'exempt for no reason',
    prepayment('E', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-95',
    'final',
    'out of scope for no reason',
    prepayment('O', () => ({ exemptionCode: undefined })),
  ),
  breaks(
    'BR-KSA-96',
    'final',
    'a reason without words',
    prepayment('O', () => ({ exemptionText: undefined })),
  ),
  breaks(
    'BR-KSA-CL-07',
    'final',
    "another category's reason",
    prepayment('E', () => reasonOf('VATEX-SA-35')),
  ),
  breaks(
    'BR-KSA-CL-07',
    'final',
    'a reason newer than the list',
    prepayment('Z', () => reasonOf('VATEX-SA-ROYALDECREE')),
  ),
  breaks(
    'BR-KSA-F-06-C39',
    'final',
    'a reason of 1001 characters',
    prepayment('O', () => ({ exemptionText: of(1001) })),
  ),
  breaks('BR-KSA-F-05', 'final', 'a time that is none', (invoice) => ({
    ...invoice,
    prepayments: advance(invoice).map((each) => ({
      ...each,
      document: { ...each.document, issueTime: '12.30' },
    })),
  })),
];

const formats: readonly BrokenDocument[] = [
  breaks(
    'BR-KSA-F-01',
    'creditNote',
    'a day in another form',
    set({ corrects: [{ number: 'T1-000002', issueDate: '05-03-2024' }] }),
  ),
  breaks('BR-KSA-F-01', 'business', 'a day before 2000', set({ supplyDate: '1999-12-31' })),
  breaks('BR-KSA-F-01', 'business', 'the 30th of February', set({ supplyEndDate: '2025-02-30' })),
  breaks(
    'BR-KSA-04',
    'creditNote',
    'corrects a document of tomorrow',
    set({ corrects: [{ number: 'T1-000002', issueDate: '2099-01-01' }] }),
    [],
    { rewrite: ['2024-03-05', '2099-01-01'] },
  ),
  breaks(
    'BR-KSA-DEC-02',
    'business',
    'a rate with three decimals',
    line({ vat: { category: 'S', rate: '15.000' } }),
  ),
  breaks(
    'BR-KSA-DEC-02',
    'allCategories',
    'a rate above 100',
    row('O', () => ({ rate: '101.00' })),
    ['BR-CO-17'],
  ),
  breaks('BR-KSA-F-04', 'consumer', "a line's VAT below zero", (invoice) =>
    line({ vatAmount: -1, gross: (invoice.lines[0]?.net ?? 0) - 1 })(invoice),
  ),
  breaks(
    'BR-KSA-F-04',
    'business',
    'a discount below zero',
    all(
      adjustment(false, { amount: -100 }),
      totals(() => ({ allowances: -100 })),
    ),
    ['BR-CO-13', 'BR-S-08'],
  ),
  breaks('BR-KSA-F-04', 'consumer', 'a price below zero', line({ price: '-11.50' }), ['BR-KSA-EN16931-11']),
];

export const brokenDocuments: readonly BrokenDocument[] = [
  ...header,
  ...sellers,
  ...buyers,
  ...lines,
  ...adjustments,
  ...vat,
  ...sums,
  ...references,
  ...formats,
];
