import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { playChanges } from './play.ts';

/*
 * `npm run prove -- processes` makes random changes in one of two processes with the same data folder. The other one
 * must use each with its next call. It exits with 1 if an old value was used. `--seed S` repeats the changes of another
 * run, and `--changes N` says how many there are.
 */

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '500' },
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
  },
});
console.log(`seed ${values.seed}`);
const { counts, stale } = await playChanges(values.seed, Number(values.changes), (done) => {
  if (done % 50 === 0) console.log(`${done} of ${values.changes}`);
});
console.table(counts);
for (const line of stale) console.error(line);
process.exitCode = stale.length === 0 ? 0 : 1;
