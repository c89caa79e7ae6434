import * as z from 'zod';
import { instant } from '../fields.ts';
import { connections, environments } from '../status.ts';
import { officeRoles, query } from './command.ts';
import { rowId } from './input.ts';
import { refusalCodes } from './wire/feed.ts';
import { tillStatusSchema } from './wire/till-status.ts';

const count = z.int().nonnegative();

/** The last known state of a till. The status of a silent till is old: `status.at` has its time. */
export const tillRowSchema = z.object({
  device: z.int(),
  name: z.string(),
  entity: z.int(),
  branch: z.int(),
  enrolledAt: instant.nullable(),
  leftAt: instant.nullable(),
  lastContact: instant.nullable(),
  /** The last time at which the office had everything; null if that never happened. */
  completeThrough: instant.nullable(),
  documents: count,
  /** The number of documents that the till has and the office does not have yet. */
  missing: count,
  refused: z.enum(refusalCodes).nullable(),
  isStampWrong: z.boolean(),
  /** The status that the till reported; null if it never reported one. */
  status: z
    .object({
      at: instant,
      version: z.string(),
      environment: z.enum(environments),
      unready: z.string().nullable(),
      waiting: count,
      parked: count,
      rejected: count,
      nearestDeadline: instant.nullable(),
      connection: z.enum(connections),
      certificateUntil: instant.nullable(),
      skewSeconds: z.int().nullable(),
    })
    .nullable(),
});
export type TillRow = z.infer<typeof tillRowSchema>;

export const tillLineSchema = z.object({
  at: instant,
  kind: z.enum(['audit', 'event', 'refusal']),
  id: z.int(),
  /** The till's audit action, the authority's answer, or the code of the refusal. */
  what: z.string(),
  who: z.string().nullable(),
  /** The document's counter, if the line is about a document. */
  icv: z.int().nullable(),
});

const device = rowId;

export const tills = {
  /** Returns every till that the person may see, in no particular order; `now` is the office's time. */
  'till.list': query({
    roles: officeRoles,
    input: z.strictObject({}),
    output: z.object({ now: instant, tills: z.array(tillRowSchema) }),
  }),
  'till.get': query({
    roles: officeRoles,
    input: z.strictObject({ device }),
    output: z.object({
      now: instant,
      till: tillRowSchema,
      serial: z.string().nullable(),
      ledger: z.string().nullable(),
      /** The chain's head at the office, and the end of the verified stamps. */
      hash: z.string().nullable(),
      verified: count,
      wrongAt: z.int().nullable(),
      refusedAt: instant.nullable(),
      /** When the till was stopped as stolen; null if it was not, or if the stop has ended. */
      stolenAt: instant.nullable(),
      alarms: tillStatusSchema.shape.alarms,
      /** The newest lines first. */
      lines: z.array(tillLineSchema),
    }),
  }),
};
