import * as z from 'zod';
import type { RemoteInvoiceView } from '../../../shared/contract/programs/remote.ts';
import { documentKinds, standardNames } from '../../../shared/contract/programs/webhook-events.ts';
import { withoutLastZeros } from '../../../shared/fields.ts';

/*
 * An event of another system's integration layer as it is received (specification, Webhook event). It is parsed only
 * after its signature was verified. Unknown fields stay in the stored body.
 */

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  /** The time `createdAt` in a form that sorts by time. */
  readonly createdKey: string;
  /** The invoice whose state this kind of event reports; absent in other kinds. */
  readonly invoice?: EventInvoice | undefined;
}

export type EventInvoice = Pick<RemoteInvoiceView, 'uuid' | 'id' | 'status' | 'clearedAt'>;

/** The kinds about an invoice: those that the specification names, and the others that Khatm itself sends. */
const invoiceTypes: readonly string[] = documentKinds.map((kind) => standardNames[kind]);

/** A text that can be stored exactly: half of a surrogate pair would change, and two ids could become one. */
const stored = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((value) => value.isWellFormed());

/** A field that may be missing, or null. */
const optional = (most: number) =>
  stored(most)
    .nullish()
    .transform((value) => value ?? undefined);

const dataSchema = z.looseObject({
  invoiceId: optional(500),
  invoiceUuid: optional(200),
  status: optional(200),
  clearedAt: optional(100),
});

const eventSchema = z.looseObject({
  id: stored(200),
  type: stored(200),
  createdAt: z.string().max(100),
  data: z.looseObject({}),
});

/** Reads a body; undefined for what is not JSON in the shape of an event. Unknown kinds may have any data. */
export function readEvent(body: Uint8Array): ReceivedEvent | undefined {
  const event = eventSchema.safeParse(parseJson(body)).data;
  const createdKey = event && instantKey(event.createdAt);
  if (event === undefined || createdKey === undefined) return undefined;
  const { id, type } = event;
  if (!invoiceTypes.includes(type)) return { id, type, createdKey };
  const data = dataSchema.safeParse(event.data).data;
  if (data === undefined) return undefined;
  const { invoiceUuid: uuid, invoiceId, status, clearedAt } = data;
  if (uuid !== undefined)
    return { id, type, createdKey, invoice: { uuid, id: invoiceId, status, clearedAt } };
  // The specification does not describe the data of other kinds.
  return type === standardNames.cleared ? undefined : { id, type, createdKey };
}

const instantForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/**
 * Converts an ISO 8601 instant to a text that sorts by time, whatever its precision: two events may be less than a
 * millisecond apart. Returns undefined for anything else.
 */
export function instantKey(text: string): string | undefined {
  const [, seconds = '', fraction = '', zone = ''] = instantForm.exec(text) ?? [];
  // `Date` turns 30 February into 2 March, so the result must equal the input.
  if (wholeSeconds(`${seconds}Z`) !== seconds) return undefined;
  const utc = wholeSeconds(`${seconds}${zone}`);
  return utc && `${utc}.${withoutLastZeros(fraction)}`;
}

/** A year with more than four digits is refused too, because its text would not sort with the others. */
function wholeSeconds(instant: string): string | undefined {
  const milliseconds = Date.parse(instant);
  const utc = Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString();
  return /^\d{4}-/.test(utc) ? utc.slice(0, 19) : undefined;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
