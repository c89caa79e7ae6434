import * as z from 'zod';
import { instant } from '../fields.ts';
import { officeRoles, query } from './command.ts';

/** The causes of alarms, worst first. */
export const alarmCauses = [
  'refused',
  'stamp',
  'overdue',
  'unready',
  'deadline',
  'certificate',
  'archive',
  'silent',
  'parked',
  'agreement', // two people decide about it: a stop, a release or a manager
  'clock',
] as const;
export type AlarmCause = (typeof alarmCauses)[number];

export const officeAlarmSchema = z.object({
  id: z.int(),
  vatNumber: z.string(),
  /** The till; null if the alarm is about the taxpayer. */
  device: z.int().nullable(),
  till: z.string().nullable(),
  branch: z.string().nullable(),
  cause: z.enum(alarmCauses),
  since: instant,
  endedAt: instant.nullable(),
});
export type OfficeAlarm = z.infer<typeof officeAlarmSchema>;

export const alarms = {
  /** Returns the present alarms, worst and oldest first, and the newest hundred that ended. */
  'alarm.list': query({
    roles: officeRoles,
    input: z.strictObject({}),
    output: z.object({
      now: instant,
      present: z.array(officeAlarmSchema),
      ended: z.array(officeAlarmSchema),
    }),
  }),
};
