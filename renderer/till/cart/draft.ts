import * as z from 'zod';
import { buyerSchemes, saleSchema } from '../../../shared/sale/sale.ts';
import { standardRates } from '../../../shared/sale/vat.ts';
import { advancedSchema, type DraftAdvanced, has, plainAdvanced } from './draft-advanced.ts';
import { exchangeSchema } from './exchange.ts';
import { cashPayment, type DraftMeans, type DraftPayment, draftPayments, paymentSchema } from './payment.ts';

/*
 * The basket in the form: every field is a text, valid or not. Changes are pure functions; the basket is stored as
 * JSON, so that a reload loses nothing.
 */

const lineSchema = z.object({
  /** The key of the line for its whole life, so that fields keep their focus when lines above are removed. */
  key: z.string(),
  name: z.string(),
  quantity: z.string(),
  price: z.string(),
  /** The code of the reason why no VAT is charged; '' for standard VAT. */
  exemption: z.string(),
  exemptionText: z.string(),
  rate: z.enum(standardRates),
  discount: z.object({ kind: z.enum(['amount', 'percent']), value: z.string() }).optional(),
  barcode: z.string().optional(),
  /** The unit of the article; if omitted, pieces. */
  unit: z.string().optional(),
  /** The index of the line in the rejected sale, from 0; only in a correction. */
  origin: z.int().optional(),
});
export type DraftLine = Readonly<z.infer<typeof lineSchema>>;

const buyerSchema = z.object({
  name: z.string(),
  idKind: z.enum(['vatNumber', ...buyerSchemes]),
  id: z.string(),
  registration: z.string(),
  /** The country of a buyer abroad, ISO 3166-1. */
  country: z.string(),
  street: z.string(),
  building: z.string(),
  district: z.string(),
  city: z.string(),
  postalCode: z.string(),
});
export type DraftBuyer = Readonly<z.infer<typeof buyerSchema>>;

export const draftSchema = z.object({
  /** The id of this basket until it is issued, so that a retry never issues it twice. */
  saleId: z.uuid(),
  customer: z.enum(['consumer', 'business']),
  lines: z.array(lineSchema).min(1),
  discount: z.object({ kind: z.enum(['amount', 'percent']), value: z.string() }),
  payment: paymentSchema,
  buyer: buyerSchema,
  advanced: advancedSchema,
  /** The rejected document that this one replaces, with its sale. */
  correction: z.object({ uuid: z.uuid(), number: z.string(), sale: saleSchema }).optional(),
  exchange: exchangeSchema.optional(),
  openAmount: z.string().optional(),
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
    payment: cashPayment,
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
    advanced: plainAdvanced,
  };
}

/**
 * Returns the basket with a kind of customer that the terminal's certificate allows: its own if possible, otherwise the
 * first allowed kind.
 */
export function forCertified(draft: Draft, customers: readonly Draft['customer'][] = []): Draft {
  const [first = draft.customer] = customers;
  return customers.includes(draft.customer) ? draft : { ...draft, customer: first };
}

export function isBlank(line: DraftLine): boolean {
  // A scanned line counts even without a name: the customer already holds the item.
  return line.name.trim() === '' && line.price.trim() === '' && line.barcode === undefined;
}

export const hasOpenAmount = ({ openAmount = '' }: Draft): boolean => openAmount.trim() !== '';

export function changeLine(draft: Draft, key: string, change: Partial<DraftLine>): Draft {
  return { ...draft, lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)) };
}

export function changeBuyer(draft: Draft, change: Partial<DraftBuyer>): Draft {
  return { ...draft, buyer: { ...draft.buyer, ...change } };
}

export function changeAdvanced(draft: Draft, change: Partial<DraftAdvanced>): Draft {
  return { ...draft, advanced: { ...draft.advanced, ...change } };
}

export function changePayment(draft: Draft, change: Partial<DraftPayment>): Draft {
  return { ...draft, payment: { ...draft.payment, ...change } };
}

/**
 * Returns the basket with a question to the card terminal in progress.
 * @param part the key of the part to be paid, which becomes the id; if omitted, the whole payment
 */
export function askCard(draft: Draft, id: string, part?: string): Draft {
  const parts = draft.payment.parts.map((one) => (one.key === part ? { ...one, key: id } : one));
  return changePayment(draft, { asked: id, parts });
}

/** Returns the means by which this basket can be paid; only a business, whose name is known, can pay on account. */
export function meansOffered({ customer }: Draft): readonly DraftMeans[] {
  return draftPayments.filter((means) => means !== 'onAccount' || customer === 'business');
}

/** Returns the payment with means that are offered; the customer may have changed since they were chosen. */
export function paymentOf(draft: Draft): DraftPayment {
  const { payment } = draft;
  const offered: readonly string[] = meansOffered(draft);
  const parts = payment.parts.filter(({ means }) => offered.includes(means));
  const isOffered =
    payment.means === 'several' || payment.means === 'asBefore' || offered.includes(payment.means);
  return { ...payment, parts, means: isOffered ? payment.means : 'cash' };
}

/** Returns the typed currency once its code is complete; riyals until then. */
export function currencyOf({ advanced }: Draft): string {
  const code = advanced.currency.trim().toUpperCase();
  return has(advanced, 'currency') && /^[A-Z]{3}$/.test(code) ? code : 'SAR';
}

/** The exemptions of citizens: the sale names the citizen with a national ID (rule BR-KSA-49). */
const citizenReasons = ['VATEX-SA-EDU', 'VATEX-SA-HEA'];

/**
 * Returns the party that the sale names: the buyer, the supplier of a self-billed sale, a citizen with an ID, or
 * nobody.
 */
export function partyOf({ customer, advanced, lines }: Draft): 'buyer' | 'supplier' | 'citizen' | undefined {
  if (has(advanced, 'selfBilled')) return 'supplier';
  if (customer === 'business' || has(advanced, 'summary') || has(advanced, 'export')) return 'buyer';
  return lines.some(({ exemption }) => citizenReasons.includes(exemption)) ? 'citizen' : undefined;
}

export function addLine(draft: Draft, line: DraftLine): Draft {
  return { ...draft, lines: [...draft.lines, line] };
}
