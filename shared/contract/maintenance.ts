import * as z from 'zod';
import { failureSchema } from '../failure.ts';
import { always, command } from './command.ts';

const instant = z.iso.datetime();
const none = z.strictObject({});
/** A folder on this machine, a stick or a share, as the system writes paths. */
const folder = z.string().trim().min(1).max(1000);
const day = z.iso.date();

export const backupsSchema = z.object({
  /** Where they go each day; none are made while it is not said. */
  folder: z.string().optional(),
  last: z
    .object({ at: instant, file: z.string(), documents: z.int().nonnegative(), bytes: z.int().nonnegative() })
    .optional(),
  /** Why the last one could not be made. */
  failure: failureSchema.optional(),
  running: z.boolean(),
});
export type Backups = z.infer<typeof backupsSchema>;

/** Looking after the books of the environment on the screen. */
export const maintenance = {
  'maintenance.backups': command({ role: 'manager', input: none, output: backupsSchema }),
  /** Where backups go from now on; the first one is made at once. */
  'maintenance.setBackups': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ folder: folder.optional() }),
    output: backupsSchema,
  }),
  /** Makes one now. Fails with `backup-broken`, `document-damaged`, `disk-full`, `folder-unusable`. */
  'maintenance.backUp': command({ role: 'manager', input: none, output: backupsSchema }),
  /** Writes documents under their official names; days in Riyadh, both included. */
  'maintenance.export': command({
    role: 'manager',
    input: z.strictObject({ folder, from: day.optional(), to: day.optional() }),
    output: z.object({ documents: z.int().nonnegative(), written: z.int().nonnegative(), sums: z.string() }),
  }),
  /** Recomputes chain, stamps and audit log; `broken` says in English where the first fault is. */
  'maintenance.check': command({
    role: 'manager',
    input: none,
    output: z.object({ documents: z.int().nonnegative(), broken: z.string().optional() }),
  }),
  /**
   * The machine was replaced or the folder moved, and no other copy of it will ever issue again (after
   * `ledger-copied`). The audit log says who confirmed it.
   */
  'maintenance.adoptPlace': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ confirm: z.literal('the only copy') }),
    output: z.object({}),
  }),
  /**
   * The authority said that a counter was used twice (`counter-used`), and no other copy of this ledger issues any more:
   * sales go on. The audit log says who confirmed it.
   */
  'maintenance.resumeIssuing': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ confirm: z.literal('the only copy') }),
    output: z.object({}),
  }),
};
