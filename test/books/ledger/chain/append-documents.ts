/*
 * A separate process that issues documents: `node append-documents.ts <ledger file> <count>`. It prints each document's
 * UUID once it is committed, when a customer would have the receipt.
 */
import { writeSync } from 'node:fs';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { newEntry } from '../sample.ts';

const [file = '', count = '0'] = process.argv.slice(2);
const ledger = openLedger(file, { environment: 'training' });
for (let i = 0; i < Number(count); i++) {
  const { entry } = ledger.chain.append(newEntry());
  writeSync(1, `${entry.uuid}\n`);
}
ledger.close();
