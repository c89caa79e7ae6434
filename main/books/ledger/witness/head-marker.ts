import { closeSync, constants, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { type HeadNote, headMarker } from '../../../../shared/stored/notes/ledger.ts';
import { openOwn, readOwn } from '../../../base/platform/files/own-files.ts';
import type { Archive } from '../ledger.ts';

/*
 * A marker of the ledger's newest document in a file beside it: it detects an older copy that replaced the ledger
 * before the vault's witness was written. It is written with every document before the receipt is handed out, but not
 * synced: this costs some microseconds, and the marker survives the end of the process. The witness in the vault is
 * written a second later, and covers power failures and a restored folder.
 */

type Noted = Pick<Archive, 'id' | 'chain'>;

export const headMarkerOf = (ledgerFile: string) => path.join(path.dirname(ledgerFile), 'ledger.head');

/** The fixed size of the file in bytes, so small that a single write in place is never partial. */
const noteBytes = 256;

export type HeadMarker = ReturnType<typeof openHeadMarker>;

export function openHeadMarker(file: string, ledger: Noted) {
  const descriptor = tryTo(() => openOwn(file, constants.O_RDWR | constants.O_CREAT));
  const found = Buffer.alloc(noteBytes);

  return {
    /** Records an issued document. Never throws: if the marker cannot be written, the witness remains. */
    write: (): void =>
      tryTo(() => {
        const head = ledger.chain.head();
        if (descriptor === undefined || head === undefined) return;
        readSync(descriptor, found, 0, noteBytes, 0);
        const before = parse(found.toString('utf8'));
        // Another process has issued a later document.
        if (before?.ledger === ledger.id && before.icv >= head.icv) return;
        const note = headMarker.write({ ledger: ledger.id, icv: head.icv, hash: head.hash });
        writeSync(descriptor, note.padEnd(noteBytes), 0);
      }),
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

/** Reads the marker; undefined if it is missing, unreadable, or of another ledger. */
export function readHeadMarker(file: string, ledgerId: string): HeadNote | undefined {
  const note = parse(readOwn(file) ?? '');
  return note?.ledger === ledgerId ? note : undefined;
}

/**
 * Checks that this ledger contains the marker's document. A marker that is missing, unreadable, or of another ledger
 * proves nothing.
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

/** A marker that cannot be read proves nothing; the witness remains, and the marker is soon written again. */
function parse(text: string): HeadNote | undefined {
  const read = headMarker.read(text);
  return read.ok ? read.value : undefined;
}

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
