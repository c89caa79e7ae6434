import * as z from 'zod';
import { failureSchema } from '../../failure.ts';
import { instant, uuid } from '../../fields.ts';
import { always, command } from '../command.ts';
import { invoices } from '../till/invoices.ts';
import { papers } from '../till/receipts.ts';
import { backupsSchema } from './maintenance.ts';

const file = z.string().trim().min(1).max(1000);
/** The key of an encrypted backup, typed by a person; main checks that it is complete. */
const key = z.string().max(100);
const ofFile = z.strictObject({ file, key: key.optional() });

/** A backup in a folder, by its name. */
const backupFileSchema = z.object({
  file: z.string(),
  taken: instant,
  documents: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  isEncrypted: z.boolean(),
  /** False for another terminal's, or for former books of this terminal. */
  isOwn: z.boolean(),
});
export type BackupFile = z.infer<typeof backupFileSchema>;

const newestSchema = z.object({ number: z.string(), issuedAt: instant });

/** The backups themselves: their key, their content, and restoring one. */
export const backups = {
  /** Makes a new key, which is stored nowhere until `backup.encrypt` takes it. */
  'backup.newKey': command({ role: 'manager', needsPin: always, output: z.object({ key: z.string() }) }),
  /**
   * Encrypts every backup from now on with this key, typed from paper, and makes the first one if there is a folder.
   * Fails with `bad-input` at `key` unless it is complete.
   */
  'backup.encrypt': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ key }),
    output: backupsSchema,
  }),
  'backup.encryptNoMore': command({ role: 'manager', needsPin: always, output: backupsSchema }),
  /** Returns the key in use, in case the paper was lost; the log records who saw it. Fails with `not-found`. */
  'backup.showKey': command({ role: 'manager', needsPin: always, output: z.object({ key: z.string() }) }),
  /** Returns the backups of a folder, newest first; by default of the configured one. Fails with `folder-unusable`. */
  'backup.files': command({
    role: 'manager',
    input: z.strictObject({ folder: file.optional() }),
    output: z.object({ folder: z.string().optional(), files: z.array(backupFileSchema) }),
  }),
  /**
   * Opens a backup for reading, in place of another one that is open. Neither it nor the books are changed. Fails with
   * `backup-key-needed`, `backup-key-wrong`, `backup-broken`, `ledger-broken`, `ledger-newer`, `disk-full`,
   * `folder-unusable`.
   */
  'backup.open': command({
    role: 'manager',
    input: ofFile,
    output: z.object({
      company: z.string().optional(),
      documents: z.int().nonnegative(),
      newest: newestSchema.optional(),
    }),
  }),
  /** Returns documents of the open backup. Fails with `not-found` when another one is open, or none. */
  'backup.documents': command({
    role: 'manager',
    input: z.strictObject({ file, query: invoices['invoice.list'].input }),
    output: invoices['invoice.list'].output,
  }),
  /** Returns a document of the open backup: the page of its receipt, and its XML under the official name. */
  'backup.document': command({
    role: 'manager',
    input: z.strictObject({ file, uuid, paper: z.enum(papers) }),
    output: z.object({ html: z.string(), fileName: z.string(), xml: z.string() }),
  }),
  'backup.close': command({ role: 'manager' }),
  /**
   * Checks every byte of a backup, and that it may be restored. Fails as `backup.open` does; `refused` has the reason
   * why it may not.
   */
  'backup.examine': command({
    role: 'manager',
    input: ofFile,
    output: z.object({
      documents: z.int().nonnegative(),
      newest: newestSchema.optional(),
      refused: failureSchema.optional(),
      /** The newest backup of the same books in the same folder, if this one is older. */
      newer: z.object({ file: z.string(), documents: z.int().nonnegative() }).optional(),
    }),
  }),
  /**
   * Restores a backup; the present books are set aside. Refused for the same reasons as `khatm restore`:
   * `terminal-busy`, `ledger-old`, `ledger-forked`, `backup-older`, `receipts-after`, `backup-broken`, a wrong key;
   * everything is then unchanged.
   */
  'backup.restore': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      ...ofFile.shape,
      /** The number of the last invoice or note that was given to a customer, typed by a person; 0 for none. */
      last: z.string().trim().min(1).max(100),
      /** True to restore it although a newer backup is beside it. */
      older: z.literal(true).optional(),
    }),
    output: z.object({ documents: z.int().nonnegative(), setAside: z.string().optional() }),
  }),
};
