import { once } from 'node:events';
import * as z from 'zod';
import { accountsCsv } from '../../../till/accountant/accounts-csv.ts';
import { type OfLedger, openLedgerOf, writeOutput } from '../files.ts';
import { UsageError } from '../usage-error.ts';

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
    else await writeOutput(out, pieces, options.data);
  } finally {
    ledger.close();
  }
}

async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
