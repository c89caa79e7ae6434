import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ledgerInMemory } from '../support/new-ledger.ts';
import { checkQuarter } from './check-quarter.ts';
import { playQuarter } from './play-quarter.ts';

/*
 * `npm run prove -- quarter [--documents N] [--seed S]` plays a shop's quarter and compares every figure of the
 * manager's pages with the XML. It exits with 1 if one differs.
 */

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '5000' },
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
  },
});
const { seed } = values;
const ledger = ledgerInMemory();
const quarter = playQuarter(ledger, { documents: Number(values.documents), days: 92, seed });
const { figures, differences } = checkQuarter(ledger, quarter);
console.log(
  `${quarter.notes.length} documents (--seed ${seed}), ${figures} figures, ${differences.length} differ`,
);
for (const { page, shown, fromXml } of differences.slice(0, 10))
  console.log(`${page}\n  shown    ${JSON.stringify(shown)}\n  from XML ${JSON.stringify(fromXml)}`);
ledger.close();
process.exitCode = differences.length === 0 ? 0 : 1;
