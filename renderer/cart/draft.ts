import * as z from 'zod';
import { buyerSchemes, type PaymentMeans, saleSchema } from '../../shared/sale.ts';
import { standardRates } from '../../shared/vat.ts';
import { advancedSchema, type DraftAdvanced, has, plainAdvanced } from './draft-advanced.ts';

/*
 * The basket while it is typed: every field is the text in it, right or wrong. Changes are pure functions; the basket
 * is kept as JSON, so a reload loses nothing.
 */

export const draftPayments = ['cash', 'card', 'bankTransfer'] as const satisfies readonly PaymentMeans[];

const lineSchema = z.object({
  /** Lasts as long as the line, so that fields keep their focus when lines above go. */
  key: z.string(),
  name: z.string(),
  quantity: z.string(),
  price: z.string(),
  /** '' = standard VAT; else the code of the reason why none is charged. */
  exemption: z.string(),
  /** For a reason that has no words of its own. */
  exemptionText: z.string(),
  /** Percent of standard VAT. */
  rate: z.enum(standardRates),
  /** Off this line; undefined while there is none. */
  discount: z.object({ kind: z.enum(['amount', 'percent']), value: z.string() }).optional(),
  /** As it was scanned, or sold before. */
  barcode: z.string().optional(),
  /** In a correction: which line of the rejected sale it was, from 0. */
  origin: z.int().optional(),
});
export type DraftLine = Readonly<z.infer<typeof lineSchema>>;

const buyerSchema = z.object({
  name: z.string(),
  idKind: z.enum(['vatNumber', ...buyerSchemes]),
  id: z.string(),
  /** A supplier has one besides the VAT number. */
  registration: z.string(),
  /** ISO 3166-1, of a buyer abroad. */
  country: z.string(),
  street: z.string(),
  building: z.string(),
  district: z.string(),
  city: z.string(),
  postalCode: z.string(),
});
export type DraftBuyer = Readonly<z.infer<typeof buyerSchema>>;

export const draftSchema = z.object({
  /** Of this basket, whatever happens to it, until it is issued: so a retry never doubles. */
  saleId: z.uuid(),
  customer: z.enum(['consumer', 'business']),
  lines: z.array(lineSchema).min(1),
  discount: z.object({ kind: z.enum(['amount', 'percent']), value: z.string() }),
  /** asBefore: in a correction, a way of payment or several that the screen does not offer. */
  payment: z.enum([...draftPayments, 'asBefore']),
  buyer: buyerSchema,
  more: advancedSchema,
  /** The rejected document in whose place this one is issued, with its sale. */
  correction: z.object({ uuid: z.uuid(), number: z.string(), sale: saleSchema }).optional(),
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;

export function newLine(): DraftLine {
  return {
    key: crypto.randomUUID(),
    name: '',
    quantity: '1',
    price: '',
    exemption: '',
    exemptionText: '',
    rate: '15',
  };
}

export function newDraft(): Draft {
  return {
    saleId: crypto.randomUUID(),
    customer: 'consumer',
    lines: [newLine()],
    discount: { kind: 'amount', value: '' },
    payment: 'cash',
    buyer: {
      name: '',
      idKind: 'vatNumber',
      id: '',
      registration: '',
      country: '',
      street: '',
      building: '',
      district: '',
      city: '',
      postalCode: '',
    },
    more: plainAdvanced,
  };
}

/** The basket for a customer whom the terminal's certificate allows: its own, or else the first of them. */
export function forCertified(draft: Draft, customers: readonly Draft['customer'][] = []): Draft {
  const [first = draft.customer] = customers;
  return customers.includes(draft.customer) ? draft : { ...draft, customer: first };
}

/** A line in which nothing was typed; it is no part of the sale. */
export function isBlank(line: DraftLine): boolean {
  // What was scanned is in the customer's hand, though nobody has said yet what it is.
  return line.name.trim() === '' && line.price.trim() === '' && line.barcode === undefined;
}

export function changeLine(draft: Draft, key: string, change: Partial<DraftLine>): Draft {
  return { ...draft, lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)) };
}

export function changeBuyer(draft: Draft, change: Partial<DraftBuyer>): Draft {
  return { ...draft, buyer: { ...draft.buyer, ...change } };
}

export function changeAdvanced(draft: Draft, change: Partial<DraftAdvanced>): Draft {
  return { ...draft, more: { ...draft.more, ...change } };
}

/** As far as it is typed. */
export function currencyOf({ more }: Draft): string {
  const code = more.currency.trim().toUpperCase();
  return has(more, 'currency') && /^[A-Z]{3}$/.test(code) ? code : 'SAR';
}

/** What citizens get without VAT: the sale names them with their national ID (rule BR-KSA-49). */
const citizenReasons = ['VATEX-SA-EDU', 'VATEX-SA-HEA'];

/** Whom the sale names: the buyer, the supplier of a self-billed sale, a citizen with their ID, or nobody. */
export function partyOf({ customer, more, lines }: Draft): 'buyer' | 'supplier' | 'citizen' | undefined {
  if (has(more, 'selfBilled')) return 'supplier';
  if (customer === 'business' || has(more, 'summary') || has(more, 'export')) return 'buyer';
  return lines.some(({ exemption }) => citizenReasons.includes(exemption)) ? 'citizen' : undefined;
}

export function addLine(draft: Draft, line: DraftLine): Draft {
  return { ...draft, lines: [...draft.lines, line] };
}

/** There is always a line to type in. */
export function removeLine(draft: Draft, key: string): Draft {
  const lines = draft.lines.filter((line) => line.key !== key);
  return { ...draft, lines: lines.length > 0 ? lines : [newLine()] };
}
