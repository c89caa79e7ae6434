import type { CommandInput } from '../../../shared/contract/index.ts';
import { type Failure, FailureError, type Issue, parseOrFail } from '../../../shared/failure.ts';
import { type SaleInput, saleForm } from '../../../shared/sale/sale.ts';
import { exemptionReason } from '../../../shared/sale/vat.ts';
import type { AdvancedField, DraftAdvanced } from '../../../shared/stored/basket/advanced.ts';
import type { Draft, DraftBuyer, DraftLine } from '../../../shared/stored/basket/draft.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import type { CashCoin } from '../../../shared/values/cash-rounding.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { roundCashOf, roundedAgain, statedRounding } from './cash-rounding.ts';
import { correctedSale } from './corrected-sale.ts';
import { isBlank, partyOf, paymentOf } from './draft.ts';
import { has } from './draft-advanced.ts';
import { draftOfSale } from './draft-of-sale.ts';
import { dueOf } from './exchange.ts';
import {
  cashPayment,
  fitPayments,
  type PaidByCard,
  paymentsOf,
  type Settlement,
  settleRest,
} from './payment.ts';
import { advancedFieldOf, paymentOfAdvanced, saleOfAdvanced } from './sale-of-advanced.ts';

/** A field of the sale screen: its DOM id, and the place of its message. */
export type FieldId = string;

export const fieldIds = {
  line: (key: string, field: LineField): FieldId => `line-${key}-${field}`,
  discount: 'discount',
  buyer: (field: Exclude<keyof DraftBuyer, 'idKind'>): FieldId => `buyer-${field}`,
  advanced: (field: AdvancedField | 'extras' | 'advance'): FieldId => `advanced-${field}`,
  issue: 'issue',
} as const;

export const lineFields = ['name', 'quantity', 'price', 'discount', 'exemptionText'] as const;
export type LineField = (typeof lineFields)[number];

/** The first issue of each field, in the order of the screen. */
export type FieldIssues = ReadonlyMap<FieldId, Issue>;

/** Returns the sale of a basket; a correction keeps the parts of the rejected sale that the screen does not show. */
export function saleOfDraft(draft: Draft): SaleInput {
  const { correction } = draft;
  if (correction === undefined) return shownSale(draft);
  const before = shownSale(draftOfSale(correction));
  return correctedSale(correction.sale, before, shownSale(draft), filledLines(draft));
}

/**
 * Returns the sale of a basket with its payments.
 * @param due the amount due; a correction without it keeps its payments as they were
 * @param paid the approved card payments
 * @param coin the coin to which the shop rounds cash
 */
export function paidSale(
  draft: Draft,
  due: Halalas | undefined,
  paid: readonly PaidByCard[] = [],
  coin?: CashCoin,
): SaleInput {
  const sale = saleOfDraft(draft);
  if (due === undefined || isGift(draft)) return sale;
  if (draft.correction !== undefined) {
    const again = roundedAgain(sale, due, draft.correction.payable, coin);
    const payments = fitPayments(sale.payments ?? [], again?.due ?? due);
    return { ...sale, ...again?.rounding, payments };
  }
  const settlement = settlementOf(draft, due, paid, coin);
  const [first, ...others] = paymentsOf(settlement, paid);
  const detailed = { means: 'cash' as const, ...first, ...paymentOfAdvanced(draft.advanced) };
  return { ...sale, ...statedRounding(draft, due, settlement.rounding), payments: [detailed, ...others] };
}

export function settlementOf(
  draft: Draft,
  payable: Halalas,
  paid: readonly PaidByCard[] = [],
  coin?: CashCoin,
): Settlement {
  const { amount, takesMoney } = dueOf(draft, payable);
  // The amount is also 0 until the basket is priced.
  const payment = amount === 0 ? cashPayment : paymentOf(draft);
  return settleRest(payment, amount, paid, takesMoney, roundCashOf(draft, payable, coin));
}

/**
 * Returns the two documents of an exchange; the money for the difference is among the payments of the more expensive
 * one.
 * @param payable the amount due of the basket's goods
 */
export function paidExchange(
  draft: Draft,
  payable: Halalas,
  paid: readonly PaidByCard[],
  coin?: CashCoin,
): CommandInput<'sale.exchange'> {
  const { exchange } = draft;
  if (exchange === undefined) throw new Error('no exchange');
  const { amount, takesMoney } = dueOf(draft, payable);
  const settlement = settlementOf(draft, payable, paid, coin);
  const money = paymentsOf(settlement, paid);
  const nothing = (sale: Pick<SaleInput, 'payments'>): SaleInput['payments'] =>
    sale.payments?.length === 0 ? [] : [{ means: 'cash' }];
  const sale = { ...saleOfDraft(draft), ...statedRounding(draft, payable, settlement.rounding) };
  const isPaid = takesMoney && amount > 0;
  return {
    note: { ...exchange.note, payments: isPaid ? nothing(exchange.note) : money },
    sale: { ...sale, payments: isPaid ? money : nothing(sale) },
  };
}

export function documentsOf(
  draft: Draft,
  payable: Halalas,
  paid: readonly PaidByCard[],
  coin?: CashCoin,
): CommandInput<'card.ask'>['of'] {
  return draft.exchange === undefined
    ? { as: 'sale', sale: paidSale(draft, payable, paid, coin) }
    : { as: 'exchange', exchange: paidExchange(draft, payable, paid, coin) };
}

/** Returns a failure about the documents of a basket, with the issues of its sale at the right fields of the basket. */
export function ofBasket(failure: Failure): Failure {
  const places = ['of', 'exchange', 'sale'];
  const placed = (path: Issue['path']): Issue['path'] => {
    const [first, ...rest] = path;
    return typeof first === 'string' && places.includes(first) ? placed(rest) : path;
  };
  const issues = failure.issues?.map((issue) => ({ ...issue, path: placed(issue.path) }));
  return { ...failure, ...(issues && { issues }) };
}

function shownSale(draft: Draft): SaleInput {
  const discount = withLatinNumbers(draft.discount.value).trim();
  return {
    saleId: draft.saleId,
    customer: draft.customer,
    ...saleOfAdvanced(draft.advanced),
    lines: filledLines(draft).map(lineOfDraft),
    ...(discount !== '' && { discount: { [draft.discount.kind]: discount } }),
    ...(partyOf(draft) === 'buyer' && { buyer: buyerOfDraft(draft) }),
    ...(partyOf(draft) === 'citizen' && { buyer: citizenOfDraft(draft) }),
    ...(partyOf(draft) === 'supplier' && { supplier: supplierOfDraft(draft) }),
    payments: isGift(draft) ? [] : [{ means: singleMeans(draft), ...paymentOfAdvanced(draft.advanced) }],
  };
}

/** Nobody pays for a gift. */
const isGift = ({ advanced }: Draft): boolean => has(advanced, 'nominal');

/** Several means have amounts, which can be completed only when the amount due is known (`paidSale`). */
function singleMeans(draft: Draft): string {
  const { means } = paymentOf(draft);
  return means === 'several' ? 'cash' : means;
}

/**
 * Checks a basket as the main process does, except that a blank field is reported as missing, so that a cashier sees
 * where to type.
 */
export function checkDraft(draft: Draft): FieldIssues {
  try {
    parseOrFail(saleForm, saleOfDraft(draft));
    return new Map();
  } catch (error) {
    if (error instanceof FailureError) return placeIssues(filledKeys(draft), error.failure.issues ?? []);
    throw error;
  }
}

/**
 * Returns the part of the basket that can be priced: without invalid lines, without an invalid discount, and without
 * parts that change no total, such as the buyer. `keys` names the priced lines, `rejected` the document that the sale
 * replaces.
 * @returns undefined when there is nothing to price
 */
export function priceable(
  draft: Draft,
): { sale: SaleInput; keys: readonly string[]; rejected?: string } | undefined {
  const issues = checkDraft(draft);
  const lines = filledLines(draft).filter(
    ({ key }) => ![...issues.keys()].some((field) => field.startsWith(`line-${key}-`)),
  );
  if (lines.length === 0) return undefined;
  const discount = issues.has(fieldIds.discount) ? { ...draft.discount, value: '' } : draft.discount;
  // A valid sale is priced as a whole, so that every rule is checked.
  const plain: Draft =
    issues.size === 0
      ? draft
      : {
          ...draft,
          correction: undefined,
          advanced: pricedPart(draft.advanced, issues),
          lines,
          discount,
        };
  const { saleId: _, ...typed } = withoutAmounts(saleOfDraft(plain));
  const sale = issues.size > 0 && typed.customer === 'business' ? { ...typed, buyer: someBuyer } : typed;
  const rejected = plain.correction?.uuid;
  return { sale, keys: lines.map(({ key }) => key), ...(rejected !== undefined && { rejected }) };
}

/** The payments of a correction are fitted to its new total later. */
function withoutAmounts(sale: SaleInput): SaleInput {
  return { ...sale, payments: sale.payments?.map(({ amount: _, tendered: __, ...payment }) => payment) };
}

/** The stand-in for the buyer of a business sale that is priced before its buyer is typed. */
const someBuyer: SaleInput['buyer'] = {
  name: '?',
  identification: { scheme: 'NAT', value: '1092837465' },
  address: { street: '?', city: '?', country: 'AE' },
};

function pricedPart(advanced: DraftAdvanced, issues: FieldIssues): DraftAdvanced {
  const isWrong = (...fields: (AdvancedField | 'advance')[]) =>
    fields.some((field) => issues.has(fieldIds.advanced(field)));
  const on = advanced.on.filter((extra) => {
    if (extra === 'charge') return !isWrong('charge', 'chargeReason');
    if (extra === 'currency') return !isWrong('currency', 'exchangeRate');
    if (extra === 'rounding') return !isWrong('rounding');
    return extra === 'netPrices' || extra === 'advance';
  });
  // Leaves out the identity of each advance, since its buyer can be compared only once the customer is typed.
  const advances = advanced.advances.map((advance) => ({ ...advance, number: '?', uuid: '' }));
  return { ...advanced, kind: 'invoice', on, advances };
}

/**
 * Assigns the issues of the schema or of the main process to fields of the screen; the first of each field counts.
 * @param lineKeys the keys of the lines in the order of the sale
 */
export function placeIssues(lineKeys: readonly string[], issues: readonly Issue[]): FieldIssues {
  const placed = new Map<FieldId, Issue>();
  for (const issue of issues) {
    const field = fieldOf(lineKeys, issue.path);
    if (field !== undefined && !placed.has(field)) placed.set(field, issue);
  }
  return placed;
}

/** Returns the keys of the lines that are part of the sale, in order. */
export function filledKeys(draft: Draft): readonly string[] {
  return filledLines(draft).map(({ key }) => key);
}

function filledLines(draft: Draft): readonly DraftLine[] {
  return draft.lines.filter((line) => !isBlank(line));
}

function lineOfDraft(line: DraftLine): SaleInput['lines'][number] {
  return {
    name: line.name,
    quantity: withLatinNumbers(line.quantity),
    unitPrice: withLatinNumbers(line.price),
    ...(line.unit !== undefined && line.unit !== 'PCE' && { unit: line.unit }),
    ...(line.barcode !== undefined && { barcode: line.barcode }),
    ...(line.exemption !== '' && { vat: exemptVat(line) }),
    ...(line.exemption === '' && line.rate !== '15' && { vat: { category: 'S', rate: line.rate } }),
    ...(line.discount !== undefined &&
      line.discount.value.trim() !== '' && {
        discount: { [line.discount.kind]: withLatinNumbers(line.discount.value).trim() },
      }),
  };
}

function exemptVat(line: DraftLine): SaleInput['lines'][number]['vat'] {
  const reason = exemptionReason(line.exemption);
  return {
    category: reason?.category ?? 'O',
    reason: line.exemption,
    ...(reason?.en === '' && line.exemptionText.trim() !== '' && { reasonText: line.exemptionText }),
  };
}

function buyerOfDraft(draft: Draft): SaleInput['buyer'] {
  const { buyer, customer } = draft;
  const id = withLatinNumbers(buyer.id).trim();
  // A named consumer may leave the other fields blank.
  const isNeeded = customer === 'business';
  return {
    name: buyer.name,
    ...((isNeeded || id !== '') &&
      (buyer.idKind === 'vatNumber'
        ? { vatNumber: id }
        : { identification: { scheme: buyer.idKind, value: id } })),
    ...((isNeeded || buyer.street.trim() !== '') && { address: addressOfDraft(draft) }),
  };
}

function citizenOfDraft({ buyer }: Draft): SaleInput['buyer'] {
  return { name: buyer.name, identification: { scheme: 'NAT', value: withLatinNumbers(buyer.id).trim() } };
}

function addressOfDraft({ buyer, advanced }: Draft) {
  const isAbroad = has(advanced, 'export') && buyer.country.trim().toUpperCase() !== 'SA';
  const part = (name: 'building' | 'district' | 'postalCode') => {
    const text = withLatinNumbers(buyer[name]).trim();
    return isAbroad && text === '' ? {} : { [name]: text };
  };
  return {
    street: buyer.street,
    ...part('building'),
    ...part('district'),
    city: buyer.city,
    ...part('postalCode'),
    ...(has(advanced, 'export') && { country: buyer.country.trim().toUpperCase() }),
  };
}

function supplierOfDraft(draft: Draft): SaleInput['supplier'] {
  const { name, id, registration } = draft.buyer;
  return {
    name,
    vatNumber: withLatinNumbers(id).trim(),
    identification: { scheme: 'CRN', value: withLatinNumbers(registration).trim() },
    address: addressOfDraft(draft),
  };
}

function fieldOf(lineKeys: readonly string[], path: Issue['path']): FieldId | undefined {
  const [area, second, third, fourth] = path;
  if (area === 'discount' || area === 'discounts') return fieldIds.discount;
  if (area === 'lines' && typeof second === 'number') {
    const key = lineKeys[second];
    return key === undefined ? undefined : fieldIds.line(key, lineField(third, fourth));
  }
  if (area === 'buyer' || area === 'supplier') return fieldIds.buyer(partyField(area, second, third));
  const advanced = advancedFieldOf(path);
  return advanced && fieldIds.advanced(advanced);
}

function lineField(field: unknown, part: unknown): LineField {
  switch (field) {
    case 'vat':
      return part === 'reasonText' ? 'exemptionText' : 'name';
    case 'quantity':
    case 'name':
    case 'discount':
      return field;
    default:
      return 'price';
  }
}

function partyField(
  party: 'buyer' | 'supplier',
  field: unknown,
  part: unknown,
): Exclude<keyof DraftBuyer, 'idKind'> {
  if (field === undefined || field === 'name') return 'name';
  if (field === 'identification') return party === 'supplier' ? 'registration' : 'id';
  if (field === 'vatNumber') return 'id';
  switch (part) {
    case 'building':
    case 'district':
    case 'city':
    case 'postalCode':
    case 'country':
      return part;
    default:
      return 'street';
  }
}
