import * as z from 'zod';
import { alarmLevels } from '../alarm.ts';
import { connections, environments } from '../status.ts';

const time = z.int();
const count = z.int().nonnegative();

/** The state of a till as it sees itself, sent with each batch. A newer till may say more; that is left out. */
export const tillStatusSchema = z.object({
  /** The till's clock; milliseconds since 1970, as all times here. */
  now: time,
  version: z.string().max(100),
  environment: z.enum(environments),
  /** The code of the failure for which nothing can be issued. */
  unready: z.string().max(100).nullable(),
  /** Documents that the authority has not accepted, by the state of their submission. */
  waiting: count,
  parked: count,
  rejected: count,
  nearestDeadline: time.nullable(),
  connection: z.enum(connections),
  /** The certificate in force. */
  certificate: z.object({ serial: z.string().max(100), validFrom: time, validTo: time }).nullable(),
  /** The till's clock minus the authority's; null before the authority told its time. */
  skewMs: z.int().nullable(),
  /** The present alarms, red before amber. */
  alarms: z.array(z.object({ kind: z.string().max(50), level: z.enum(alarmLevels) })).max(50),
});
export type TillStatus = z.infer<typeof tillStatusSchema>;
