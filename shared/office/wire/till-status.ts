import * as z from 'zod';
import { alarmLevels, needSchema } from '../../alarm.ts';
import { connections, environments } from '../../status.ts';

/** The last moment that a JavaScript date can represent; the first one is its negative. */
const farthest = 8_640_000_000_000_000;
const time = z.int().min(-farthest).max(farthest);
const count = z.int().nonnegative().max(1_000_000_000);

/** The state that a till reports about itself with each batch. Additional fields of a newer till are dropped. */
export const tillStatusSchema = z.object({
  /** The till's clock, in milliseconds since 1970 like all times here. */
  now: time,
  version: z.string().max(100),
  environment: z.enum(environments),
  /** The code of the failure for which nothing can be issued. */
  unready: z.string().max(100).nullable(),
  /** The numbers of documents that the authority has not accepted, by the state of their submission. */
  waiting: count,
  parked: count,
  rejected: count,
  nearestDeadline: time.nullable(),
  connection: z.enum(connections),
  /** The certificate in force. */
  certificate: z.object({ serial: z.string().max(100), validFrom: time, validTo: time }).nullable(),
  /** The till's clock minus the authority's; null before the authority's time is known. */
  skewMs: z.int().nullable(),
  /** Everything that needs a person there, red before amber; of an unknown kind, its kind and level. */
  alarms: z
    .array(z.union([needSchema, z.object({ kind: z.string().max(50), level: z.enum(alarmLevels) })]))
    .max(50),
});
export type TillStatus = z.infer<typeof tillStatusSchema>;
