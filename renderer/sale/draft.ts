import * as z from 'zod';
import type { PaymentMeans } from '../../shared/sale.ts';

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
});
export type DraftLine = Readonly<z.infer<typeof lineSchema>>;

const buyerSchema = z.object({
  name: z.string(),
  idKind: z.enum(['vatNumber', 'CRN']),
  id: z.string(),
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
  payment: z.enum(draftPayments),
  buyer: buyerSchema,
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;

export function newLine(): DraftLine {
  return { key: crypto.randomUUID(), name: '', quantity: '1', price: '', exemption: '', exemptionText: '' };
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
      street: '',
      building: '',
      district: '',
      city: '',
      postalCode: '',
    },
  };
}

/** A line in which nothing was typed; it is no part of the sale. */
export function isBlank(line: DraftLine): boolean {
  return line.name.trim() === '' && line.price.trim() === '';
}

export function changeLine(draft: Draft, key: string, change: Partial<DraftLine>): Draft {
  return { ...draft, lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)) };
}

export function changeBuyer(draft: Draft, change: Partial<DraftBuyer>): Draft {
  return { ...draft, buyer: { ...draft.buyer, ...change } };
}

export function addLine(draft: Draft, line: DraftLine): Draft {
  return { ...draft, lines: [...draft.lines, line] };
}

/** There is always a line to type in. */
export function removeLine(draft: Draft, key: string): Draft {
  const lines = draft.lines.filter((line) => line.key !== key);
  return { ...draft, lines: lines.length > 0 ? lines : [newLine()] };
}
