import { FailureError, type Issue, parseOrFail } from '../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../shared/sale.ts';
import { exemptionReason } from '../../shared/vat.ts';
import { latinDigits } from '../format.ts';
import { type Draft, type DraftLine, isBlank } from './draft.ts';

/** A field of the sale screen, as its DOM id and as the place of a message. */
export type FieldId = string;

export const fieldIds = {
  line: (key: string, field: 'name' | 'quantity' | 'price' | 'exemptionText'): FieldId =>
    `line-${key}-${field}`,
  discount: 'discount',
  buyer: (field: 'name' | 'id' | 'street' | 'building' | 'district' | 'city' | 'postalCode'): FieldId =>
    `buyer-${field}`,
  issue: 'issue',
} as const;

/** What is wrong, by field, in the order of the screen. */
export type FieldIssues = ReadonlyMap<FieldId, Issue>;

/** The sale a basket stands for; the blank line at its end is no part of it. */
export function saleOfDraft(draft: Draft): SaleInput {
  const discount = latinDigits(draft.discount.value).trim();
  return {
    saleId: draft.saleId,
    customer: draft.customer,
    prices: 'includeVat',
    lines: filledLines(draft).map(lineOfDraft),
    ...(discount !== '' && { discount: { [draft.discount.kind]: discount } }),
    ...(draft.customer === 'business' && { buyer: buyerOfDraft(draft) }),
    payments: [{ means: draft.payment }],
  };
}

/** Checks a basket by the same schema as main does. */
export function checkDraft(draft: Draft): FieldIssues {
  try {
    parseOrFail(saleSchema, saleOfDraft(draft));
    return new Map();
  } catch (error) {
    if (error instanceof FailureError) return placeIssues(filledKeys(draft), error.failure.issues ?? []);
    throw error;
  }
}

/**
 * The basket as far as it can be priced: without the lines that are not right yet, the discount when it is not, and
 * the buyer, who changes no total. `keys` names the priced lines; undefined when there is nothing to price.
 */
export function priceable(draft: Draft): { sale: SaleInput; keys: readonly string[] } | undefined {
  const issues = checkDraft({ ...draft, customer: 'consumer' });
  const lines = filledLines(draft).filter(
    ({ key }) => ![...issues.keys()].some((field) => field.startsWith(`line-${key}-`)),
  );
  if (lines.length === 0) return undefined;
  const discount = issues.has(fieldIds.discount) ? { ...draft.discount, value: '' } : draft.discount;
  const { saleId: _, ...sale } = saleOfDraft({ ...draft, customer: 'consumer', lines, discount });
  return { sale, keys: lines.map(({ key }) => key) };
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
    ...(line.exemption !== '' && { vat: exemptVat(line) }),
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

function buyerOfDraft({ buyer }: Draft): SaleInput['buyer'] {
  const id = latinDigits(buyer.id).trim();
  return {
    name: buyer.name,
    ...(buyer.idKind === 'vatNumber' ? { vatNumber: id } : { identification: { scheme: 'CRN', value: id } }),
    address: {
      street: buyer.street,
      building: latinDigits(buyer.building),
      district: buyer.district,
      city: buyer.city,
      postalCode: latinDigits(buyer.postalCode).trim(),
    },
  };
}

function fieldOf(lineKeys: readonly string[], path: Issue['path']): FieldId | undefined {
  const [area, second, third, fourth] = path;
  if (area === 'discount') return fieldIds.discount;
  if (area === 'lines' && typeof second === 'number') {
    const key = lineKeys[second];
    if (key === undefined) return undefined;
    if (third === 'vat') return fieldIds.line(key, fourth === 'reasonText' ? 'exemptionText' : 'name');
    if (third === 'quantity') return fieldIds.line(key, 'quantity');
    return fieldIds.line(key, third === 'name' ? 'name' : 'price');
  }
  if (area !== 'buyer') return undefined;
  if (second === 'vatNumber' || second === 'identification') return fieldIds.buyer('id');
  if (second === 'name') return fieldIds.buyer('name');
  switch (third) {
    case 'building':
    case 'district':
    case 'city':
    case 'postalCode':
      return fieldIds.buyer(third);
    default:
      return fieldIds.buyer('street');
  }
}
