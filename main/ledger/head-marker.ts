import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fail } from '../../shared/failure.ts';
import type { Archive } from './ledger.ts';

/*
 * How far a ledger had come, in a file beside it: an older copy of the ledger, put in its place before the vault's
 * witness was written, is found by this. Written with every document before its receipt is handed out, and not synced:
 * that costs some microseconds and outlives the process. Against the power, and against whoever sets the whole folder
 * back, stands the witness in the vault, a second later.
 */

const noteSchema = z.strictObject({
  /** The ledger's id. */
  ledger: z.string(),
  /** Counter and hash (Base64) of the newest document. */
  icv: z.int().positive(),
  hash: z.string(),
});
type Note = z.infer<typeof noteSchema>;

type Noted = Pick<Archive, 'id' | 'chain'>;

/** The note of the ledger in this file. */
export const headMarkerOf = (ledgerFile: string) => path.join(path.dirname(ledgerFile), 'ledger.head');

/** Bytes of the file, whatever it says: one write in place never leaves half of it. */
const noteBytes = 256;

/** Keeps the note while a ledger is open. */
export interface HeadMarker {
  /** A document was issued. Never throws: a note that cannot be written leaves the witness. */
  write(): void;
  close(): void;
}

export function openHeadMarker(file: string, ledger: Noted): HeadMarker {
  const descriptor = tryTo(() => openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600));
  const found = Buffer.alloc(noteBytes);

  return {
    write: () =>
      tryTo(() => {
        const head = ledger.chain.head();
        if (descriptor === undefined || head === undefined) return;
        readSync(descriptor, found, 0, noteBytes, 0);
        const before = parse(found.toString('utf8'));
        // Another process was here later.
        if (before?.ledger === ledger.id && before.icv >= head.icv) return;
        const note: Note = { ledger: ledger.id, icv: head.icv, hash: head.hash };
        writeSync(descriptor, JSON.stringify(note).padEnd(noteBytes), 0);
      }),
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

/** The note in this file; undefined where it is not there, cannot be read, or is of another ledger. */
export function readHeadMarker(file: string, ledgerId: string): Note | undefined {
  const note = parse(tryTo(() => readFileSync(file, 'utf8')) ?? '');
  return note?.ledger === ledgerId ? note : undefined;
}

/**
 * Whether this ledger has the document that the note is of. A note that is not there, cannot be read, or is of another
 * ledger says nothing.
 * @throws FailureError `ledger-old` (detail: `icv` here, `witnessIcv`), `ledger-forked`
 */
export function checkHeadMarker(file: string, ledger: Noted): void {
  const note = readHeadMarker(file, ledger.id);
  if (note === undefined) return;
  const hash = ledger.chain.hashAt(note.icv);
  const detail = { icv: ledger.chain.head()?.icv ?? 0, witnessIcv: note.icv };
  if (hash === undefined) fail('ledger-old', { detail });
  if (hash !== note.hash) fail('ledger-forked', { detail });
}

function parse(text: string): Note | undefined {
  return tryTo(() => noteSchema.parse(JSON.parse(text)));
}

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
