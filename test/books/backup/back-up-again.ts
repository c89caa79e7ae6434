/*
 * A separate process that makes backups endlessly while it issues documents: `node back-up-again.ts <ledger file>
 * <folder>`. It prints a line for each step, and the name of each backup once it is complete, because a manager may
 * rely on it from then on.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { backUp } from '../../../main/books/backup/back-up.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { newEntry, readers } from '../ledger/sample.ts';

const [file = '', folder = ''] = process.argv.slice(2);
const ledger = openLedger(file, { environment: 'training' });
for (;;) {
  ledger.chain.append(newEntry());
  const backup = await backUp({
    ledger,
    folder,
    scratch: path.dirname(file),
    vatNumber: '399999999900003',
    now: Date.now(),
    readers,
    keep: 1000,
    onProgress: ({ step }) => writeSync(1, `${step}\n`),
  });
  writeSync(1, `${path.basename(backup.file)}\n`);
}
