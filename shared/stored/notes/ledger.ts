import * as z from 'zod';
import { storedForm } from '../stored-form.ts';

/* Notes beside a ledger, and about it. */

/** The newest document of a ledger, in `ledger.head` beside it. */
export const headMarker = storedForm({
  name: 'head-marker',
  schema: z.strictObject({
    ledger: z.string(),
    /** The counter and the hash (Base64) of the newest document. */
    icv: z.int().positive(),
    hash: z.string(),
  }),
});
export type HeadNote = z.infer<(typeof headMarker)['schema']>;

const mark = z.string();
/** The hashes of a machine's parts, mixed with the ledger's id so as not to reveal it; unknown parts are omitted. */
const machineMarksSchema = z.strictObject({
  /** The board's own UUID or serial number. */
  board: mark.optional(),
  model: mark.optional(),
  cards: z.array(mark).optional(),
  disks: z.array(mark).optional(),
});
export type MachineMarks = z.infer<typeof machineMarksSchema>;

/**
 * A record of the ledger's latest state outside its file, in the vault and on the machine: an older copy of the file,
 * another chain, or a copy in another place does not match it.
 */
export const witnessForm = storedForm({
  name: 'witness',
  schema: z.strictObject({
    ledger: z.string(),
    /** The counter of the newest document; 0 before the first. */
    icv: z.int().nonnegative(),
    hash: z.string(),
    /**
     * The number of lines of the audit log, and the hash of the last line in hex; before the first line, the ledger's
     * id.
     */
    auditEntries: z.int().nonnegative(),
    auditHash: z.string(),
    /** The place of the ledger, see `placeOf`; absent if the machine is unknown. */
    place: z.string().optional(),
    /** The marks of the machine, see `machineMarks`; absent if nothing is known about it. */
    machine: machineMarksSchema.optional(),
  }),
});
export type Witness = z.infer<(typeof witnessForm)['schema']>;

/** The files of a restore, in `restoring.json` until the last one is in place. Paths are relative to the folder. */
export const restoreNote = storedForm({
  name: 'restore-note',
  schema: z.strictObject({
    /** The SHA-256 of the new ledger; omitted until it is ready. */
    ledger: z.string().optional(),
    /** The new name of the ledger that is replaced. */
    aside: z.string().optional(),
    /** True if there is a ledger to be replaced. */
    hadLedger: z.boolean(),
    /** The files that are put in place after the ledger. */
    staged: z.array(z.strictObject({ from: z.string(), to: z.string() })),
    /** The files that were put in place before the ledger; they are removed again if the ledger is not replaced. */
    early: z.array(z.string()),
  }),
});
export type RestoreNote = z.infer<(typeof restoreNote)['schema']>;

/** The folder from which books came, in `moved.json` of both folders. */
export const movedNote = storedForm({
  name: 'moved-books',
  schema: z.strictObject({
    /** An id that is new for each move. */
    id: z.string(),
    from: z.string(),
    to: z.string(),
  }),
});
export type MovedNote = z.infer<(typeof movedNote)['schema']>;

const hash = z.string();
/**
 * A finished part of a month's file, which has the packed documents of a range of counters. It is written after the
 * part's files were synced.
 */
export const monthPart = storedForm({
  name: 'month-part',
  schema: z.strictObject({
    /** The source of the part; if the source is different now, the part is made again. */
    source: z.string(),
    /** SHA-256 of each of its files, by the ending of the name. */
    files: z.strictObject({ zip: hash, csv: hash }),
    /** The lines of the list of checksums. */
    sums: z.string(),
  }),
});
export type MonthPart = z.infer<(typeof monthPart)['schema']>;
