import * as z from 'zod';
import { failureCodes } from '../../failure.ts';
import { environments } from '../../status.ts';
import { command } from '../command.ts';

/** The weight of a line of the log, the lightest first. */
export const logLevels = ['info', 'warning', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logMessages = [
  'failure',
  'defect',
  'environment cannot open',
  'not made private',
  'start',
  'end',
  'safe mode',
  'stopped by itself',
] as const;

export const logLineSchema = z.object({
  at: z.iso.datetime(),
  level: z.enum(logLevels),
  /** Absent for a text of a library, which may quote anything and is not shown. */
  message: z.enum(logMessages).optional(),
  environment: z.enum(environments).optional(),
  failure: z.enum(failureCodes).optional(),
  /** The rest as JSON, for support: the activity, codes of the system, places in the program. */
  detail: z.string(),
});
export type LogLine = z.infer<typeof logLineSchema>;

/** The program's log, without anything that a person or another program may have written. */
export const log = {
  /** Reads the newest lines of a level and above, newest first. */
  'log.list': command({
    role: 'manager',
    input: z.strictObject({
      level: z.enum(logLevels),
      /** The time of the last line that was read; older lines follow. */
      before: z.iso.datetime().optional(),
    }),
    output: z.object({
      lines: z.array(logLineSchema),
      /** True when there are older lines. */
      hasMore: z.boolean(),
    }),
  }),
};
