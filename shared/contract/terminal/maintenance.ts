import * as z from 'zod';
import { failureSchema } from '../../failure.ts';
import { day, instant, isOpenToAll } from '../../fields.ts';
import { always, command } from '../command.ts';

/** A folder on this machine, a USB stick or a network share, written as a path of the system. */
const folder = z.string().trim().min(1).max(1000);

export const backupsSchema = z.object({
  /** The folder for daily backups; none are made until it is set. */
  folder: z.string().optional(),
  last: z
    .object({
      at: instant,
      file: z.string(),
      documents: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      /** True when it is on the disk of the ledger itself, which may fail with it. */
      sameDisk: z.boolean().optional(),
      isEncrypted: z.boolean().optional(),
    })
    .optional(),
  failure: failureSchema.optional(),
  /** The time from which they have failed, for instance because the drive is missing. */
  failingSince: instant.optional(),
  /** The time since which backups are encrypted; undefined while they are not. */
  encryptedSince: instant.optional(),
  running: z.boolean(),
});
export type Backups = z.infer<typeof backupsSchema>;

/** Maintenance of the ledger of the environment on the screen. */
export const maintenance = {
  'maintenance.backups': command({ role: 'manager', output: backupsSchema }),
  /** Sets the folder for backups and makes the first one at once. */
  'maintenance.setBackups': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ folder: folder.optional() }),
    output: backupsSchema,
  }),
  /** Makes a backup now. Fails with `backup-broken`, `document-damaged`, `disk-full`, `folder-unusable`. */
  'maintenance.backUp': command({ role: 'manager', output: backupsSchema }),
  /** Writes documents under their official names; dates in Riyadh, both included. */
  'maintenance.export': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ folder, from: day.optional(), to: day.optional() }),
    output: z.object({
      documents: z.int().nonnegative(),
      written: z.int().nonnegative(),
      sums: z.string(),
      isOpenToAll,
    }),
  }),
  /** Recomputes the chain, the stamps and the audit log; `broken` describes the first fault in English. */
  'maintenance.check': command({
    role: 'manager',
    output: z.object({ documents: z.int().nonnegative(), broken: z.string().optional() }),
  }),
  /**
   * Returns the progress of this program's daily comparison of all records with their log, in lines of the log while it
   * runs, and the end of the last one. Empty while another program on the folder makes it.
   */
  'maintenance.comparison': command({
    role: 'manager',
    output: z.object({
      at: instant.optional(),
      done: z.int().nonnegative().optional(),
      of: z.int().nonnegative().optional(),
    }),
  }),
  /**
   * Confirms that the machine was replaced or the folder moved, and that no other copy of the ledger will issue again
   * (after `ledger-copied`). The audit log records who confirmed it. Fails with `receipts-after` if documents were given
   * after the newest one here, as after an old disk image.
   */
  'maintenance.adoptPlace': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      confirm: z.literal('the only copy'),
      /** The number of the last invoice or note that was given to a customer, typed by a person; 0 for none. */
      last: z.string().trim().min(1).max(100),
    }),
  }),
  /**
   * Confirms that no other copy of this ledger still issues, after the authority reported a counter used twice
   * (`counter-used`); sales resume. The audit log records who confirmed it.
   */
  'maintenance.resumeIssuing': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ confirm: z.literal('the only copy') }),
  }),
};
