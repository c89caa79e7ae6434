import { join } from 'node:path';
import { ledgerIn } from '../../../support/new-ledger.ts';
import { newEntry } from '../sample.ts';
import { testFolder } from '../support.ts';

/** Returns the file of a ledger with this many documents. */
export function ledgerOf(count: number): string {
  const file = join(testFolder(), 'ledger.db');
  const ledger = ledgerIn(file);
  ledger.chain.exclusively(() => {
    for (let index = 0; index < count; index += 1) ledger.chain.append(newEntry());
  });
  ledger.close();
  return file;
}
