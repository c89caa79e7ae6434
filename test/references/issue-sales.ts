/*
 * A separate process that tries to issue one sale repeatedly: `node issue-sales.ts <ledger file> <times> <sale JSON>`.
 * It prints `issued` or the code of the refusal for each attempt.
 */
import { writeSync } from 'node:fs';
import { openLedger } from '../../main/ledger/ledger.ts';
import { FailureError } from '../../shared/failure.ts';
import { makeShop } from './shop.ts';

const [file = '', times = '0', sale = ''] = process.argv.slice(2);
const ledger = openLedger(file, { environment: 'training' });
const { issue } = makeShop(ledger);
for (let i = 0; i < Number(times); i++) {
  try {
    issue(JSON.parse(sale));
    writeSync(1, 'issued\n');
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    writeSync(1, `${error.failure.issues?.[0]?.code ?? error.failure.code}\n`);
  }
}
ledger.close();
