import { FailureError, type Issue, parseOrFail } from '../../shared/failure.ts';
import { type SaleInput, saleForm } from '../../shared/sale.ts';
import { exemptionReason } from '../../shared/vat.ts';
import { latinDigits } from '../language/format.ts';
import { correctedSale } from './corrected-sale.ts';
import { type Draft, type DraftBuyer, type DraftLine, isBlank, partyOf } from './draft.ts';
import { type AdvancedField, type DraftAdvanced, has } from './draft-advanced.ts';
import { draftOfSale } from './draft-of-sale.ts';
import { advancedFieldOf, paymentOfAdvanced, saleOfAdvanced } from './sale-of-advanced.ts';

/** A field of the sale screen, as its DOM id and as the place of a message. */
export type FieldId = string;

export const fieldIds = {
  line: (key: string, field: LineField): FieldId => `line-${key}-${field}`,
  discount: 'discount',
  buyer: (field: Exclude<keyof DraftBuyer, 'idKind'>): FieldId => `buyer-${field}`,
  more: (field: AdvancedField | 'extras' | 'advance'): FieldId => `more-${field}`,
  issue: 'issue',
} as const;

type LineField = 'name' | 'quantity' | 'price' | 'discount' | 'exemptionText';

/** What is wrong, by field, in the order of the screen. */
export type FieldIssues = ReadonlyMap<FieldId, Issue>;

/** The sale a basket stands for; a correction keeps of the rejected sale what the screen does not show. */
export function saleOfDraft(draft: Draft): SaleInput {
  const { correction } = draft;
  if (correction === undefined) return shownSale(draft);
  const before = shownSale(draftOfSale(correction));
  return correctedSale(correction.sale, before, shownSale(draft), filledLines(draft));
}

/** As the screen has it; the blank line at its end is no part of it. */
function shownSale(draft: Draft): SaleInput {
  const discount = latinDigits(draft.discount.value).trim();
  return {
    saleId: draft.saleId,
    customer: draft.customer,
    ...saleOfAdvanced(draft.more),
    lines: filledLines(draft).map(lineOfDraft),
    ...(discount !== '' && { discount: { [draft.discount.kind]: discount } }),
    ...(partyOf(draft) === 'buyer' && { buyer: buyerOfDraft(draft) }),
    ...(partyOf(draft) === 'citizen' && { buyer: citizenOfDraft(draft) }),
    ...(partyOf(draft) === 'supplier' && { supplier: supplierOfDraft(draft) }),
    payments: [{ means: draft.payment, ...paymentOfAdvanced(draft.more) }],
  };
}

/** Checks a basket as main does, but a field that was left blank is missing: a cashier sees where to type. */
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
 * The basket as far as it can be priced: without the lines that are not right yet, the discount when it is not, and
 * what changes no total, such as the buyer. `keys` names the priced lines, `rejected` the document that the sale stands
 * for; undefined when there is nothing to price.
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
  // All of a sale that is right is priced, so that every rule can speak.
  const plain: Draft =
    issues.size === 0
      ? draft
      : {
          ...draft,
          correction: undefined,
          more: pricedPart(draft.more, issues),
          lines,
          discount,
        };
  const { saleId: _, ...typed } = saleOfDraft(plain);
  const sale = issues.size > 0 && typed.customer === 'business' ? { ...typed, buyer: someBuyer } : typed;
  const rejected = plain.correction?.uuid;
  return { sale, keys: lines.map(({ key }) => key), ...(rejected !== undefined && { rejected }) };
}

/** Of a business sale that is priced before its buyer is typed. */
const someBuyer: SaleInput['buyer'] = {
  name: '?',
  identification: { scheme: 'NAT', value: '1092837465' },
  address: { street: '?', city: '?', country: 'AE' },
};

/** Of a sale still being typed, what changes its total and is right. */
function pricedPart(more: DraftAdvanced, issues: FieldIssues): DraftAdvanced {
  const isWrong = (...fields: (AdvancedField | 'advance')[]) =>
    fields.some((field) => issues.has(fieldIds.more(field)));
  const on = more.on.filter((extra) => {
    if (extra === 'charge') return !isWrong('charge', 'chargeReason');
    if (extra === 'currency') return !isWrong('currency', 'exchangeRate');
    if (extra === 'rounding') return !isWrong('rounding');
    return extra === 'netPrices' || extra === 'advance';
  });
  // Whom an advance is of is compared when the customer is typed: until then it is any advance.
  const advances = more.advances.map((advance) => ({ ...advance, number: '?', uuid: '' }));
  return { ...more, kind: 'invoice', on, advances };
}

/**
 * Puts issues, the schema's or main's, at the fields of the screen; the first of each field counts. `lineKeys` names
 * the lines of the sale the issues speak of, in its order.
 */
export function placeIssues(lineKeys: readonly string[], issues: readonly Issue[]): FieldIssues {
  const placed = new Map<FieldId, Issue>();
  for (const issue of issues) {
    const field = fieldOf(lineKeys, issue.path);
    if (field !== undefined && !placed.has(field)) placed.set(field, issue);
  }
  return placed;
}

/** The keys of the lines that are part of the sale, in order. */
export function filledKeys(draft: Draft): readonly string[] {
  return filledLines(draft).map(({ key }) => key);
}

function filledLines(draft: Draft): readonly DraftLine[] {
  return draft.lines.filter((line) => !isBlank(line));
}

function lineOfDraft(line: DraftLine): SaleInput['lines'][number] {
  return {
    name: line.name,
    quantity: latinDigits(line.quantity),
    unitPrice: latinDigits(line.price),
    ...(line.barcode !== undefined && { barcode: line.barcode }),
    ...(line.exemption !== '' && { vat: exemptVat(line) }),
    ...(line.exemption === '' && line.rate !== '15' && { vat: { category: 'S', rate: line.rate } }),
    ...(line.discount !== undefined &&
      line.discount.value.trim() !== '' && {
        discount: { [line.discount.kind]: latinDigits(line.discount.value).trim() },
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
  const id = latinDigits(buyer.id).trim();
  // A consumer who is named may leave the rest out.
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
  return { name: buyer.name, identification: { scheme: 'NAT', value: latinDigits(buyer.id).trim() } };
}

function addressOfDraft({ buyer, more }: Draft) {
  const isAbroad = has(more, 'export') && buyer.country.trim().toUpperCase() !== 'SA';
  const part = (name: 'building' | 'district' | 'postalCode') => {
    const text = latinDigits(buyer[name]).trim();
    return isAbroad && text === '' ? {} : { [name]: text };
  };
  return {
    street: buyer.street,
    ...part('building'),
    ...part('district'),
    city: buyer.city,
    ...part('postalCode'),
    ...(has(more, 'export') && { country: buyer.country.trim().toUpperCase() }),
  };
}

function supplierOfDraft(draft: Draft): SaleInput['supplier'] {
  const { name, id, registration } = draft.buyer;
  return {
    name,
    vatNumber: latinDigits(id).trim(),
    identification: { scheme: 'CRN', value: latinDigits(registration).trim() },
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
  const more = advancedFieldOf(path);
  return more && fieldIds.more(more);
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
