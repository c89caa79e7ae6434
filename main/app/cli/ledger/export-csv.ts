import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import * as z from 'zod';
import { moveFileSync } from '../../../base/platform/files/move-file.ts';
import { privateFile } from '../../../base/platform/files/private-files.ts';
import { accountsCsv } from '../../../till/accountant/accounts-csv.ts';
import { type OfLedger, openLedgerOf } from '../files.ts';
import { describeSystemError, isSystemError, UsageError } from '../usage-error.ts';

export type OfPeriod = OfLedger & { out?: string; from?: string; to?: string };

/** `khatm ledger export --csv`: prints or writes a period's documents as `GET /v2/invoices.csv` does. */
export async function exportCsv(options: OfPeriod): Promise<void> {
  const { out, from, to } = options;
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && !z.iso.date().safeParse(day).success)
      throw new UsageError(`--${name} ${day}: must be a day such as 2026-11-20`);
  const ledger = openLedgerOf(options);
  try {
    const pieces = accountsCsv(ledger, { from, to });
    if (out === undefined) await print(pieces);
    else writeWhole(out, pieces);
  } finally {
    ledger.close();
  }
}

async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}

function writeWhole(file: string, pieces: Iterable<string>): void {
  const part = `${file}.part`;
  try {
    const handle = openSync(part, 'w', privateFile);
    try {
      for (const piece of pieces) writeSync(handle, piece);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    moveFileSync(part, file);
  } catch (cause) {
    rmSync(part, { force: true });
    if (isSystemError(cause)) throw new UsageError(describeSystemError({ ...cause, path: file }), { cause });
    throw cause;
  }
}
