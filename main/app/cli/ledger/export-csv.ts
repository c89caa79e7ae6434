import { once } from 'node:events';
import { accountsCsv } from '../../../till/accountant/accounts-csv.ts';
import { type OfLedger, openLedgerOf, writeOutput } from '../files.ts';
import { periodOf } from '../option-values.ts';

export type OfPeriod = OfLedger & { out?: string; from?: string; to?: string };

/** `khatm ledger export --csv`: prints or writes a period's documents as `GET /v2/invoices.csv` does. */
export async function exportCsv(options: OfPeriod): Promise<void> {
  const { out, from, to } = options;
  const period = periodOf({ from, to });
  const ledger = openLedgerOf(options);
  try {
    const pieces = accountsCsv(ledger, period);
    if (out === undefined) await print(pieces);
    else await writeOutput(out, pieces, options.data);
  } finally {
    ledger.close();
  }
}

async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
