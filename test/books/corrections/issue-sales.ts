/*
 * A separate process that tries to issue one sale repeatedly: `node issue-sales.ts <ledger file> <times> <sale JSON>
 * [moment]`. With a moment, it begins then and issues as another program, not as a cashier. It prints `issued` or the
 * code of the refusal for each attempt.
 */
import { writeSync } from 'node:fs';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { FailureError, parseOrFail } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { byCashier } from '../../support/run/callers.ts';
import { makeShop } from './shop.ts';

const [file = '', times = '0', sale = '', moment = '0'] = process.argv.slice(2);
const ledger = openLedger(file, { environment: 'training' });
const { issueParsed } = makeShop(ledger);
const by = moment === '0' ? byCashier : { kind: 'program' as const, name: `Program ${process.pid}` };
while (Date.now() < Number(moment));
for (let i = 0; i < Number(times); i++) {
  try {
    issueParsed(parseOrFail(saleSchema, JSON.parse(sale)), { by });
    writeSync(1, 'issued\n');
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    writeSync(1, `${error.failure.issues?.[0]?.code ?? error.failure.code}\n`);
  }
}
ledger.close();
