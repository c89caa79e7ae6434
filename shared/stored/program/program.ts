import * as z from 'zod';
import { safeModeReasons } from '../../alarm.ts';
import { storedForm } from '../stored-form.ts';

/* The program's own records, beside every environment. */

/** The id of the terminal, in `terminal.json` of each environment's folder; a keychain has its secrets under it. */
export const terminalIdentityForm = storedForm({
  name: 'terminal-identity',
  schema: z.strictObject({ id: z.uuid() }),
});

/** The causes of a crash: an error that nothing caught, or a Chromium process that ended. */
export const stopCauses = ['exception', 'page', 'gpu'] as const;
const stopSchema = z.object({
  cause: z.enum(stopCauses),
  /** The time in milliseconds since 1970. */
  at: z.number(),
  stack: z.string().optional(),
});
export type Stop = z.infer<typeof stopSchema>;

/** The program's starts and crashes. */
export const startsForm = storedForm({
  name: 'starts',
  schema: z.object({
    /** True from the beginning of a start until it has succeeded. */
    isStarting: z.boolean(),
    /** The boot of the machine during the last start; undefined before the first one. */
    boot: z.union([z.string(), z.number()]).optional(),
    /** The number of successive failed starts, except those cut off because the machine went down. */
    failed: z.int(),
    /** The number of successive starts that were cut off because the machine went down. */
    cutOff: z.int(),
    /** The times of the last crashes, oldest first. */
    stops: z.array(z.number()),
    /** The facts for the next start only. */
    next: z.object({ after: stopSchema, safeMode: z.enum(safeModeReasons).optional() }).optional(),
  }),
});
export type Starts = Readonly<z.infer<(typeof startsForm)['schema']>>;

const pixels = z.int().min(-100_000).max(100_000);
/** The place of the window on its screen, and whether it fills the screen. */
export const windowPlace = storedForm({
  name: 'window-place',
  schema: z.object({ x: pixels, y: pixels, width: pixels, height: pixels, isMaximized: z.boolean() }),
});
export type Place = Readonly<z.infer<(typeof windowPlace)['schema']>>;
