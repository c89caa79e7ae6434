import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { untilInterrupted } from '../interruption.ts';
import { officeDisasters } from './disasters.ts';
import { type OfficeRound, playOffice, roundsPerHouse } from './play.ts';

/*
 * `npm run prove -- head-office [--rounds N] [--seed S] [--from ROUND] [--only DISASTER]` kills head offices, their
 * databases, tills and the wire between them. It exits with 0 when every round passed, otherwise with 1 and the command
 * that repeats the failure.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
});
const { seed, only } = values;
const [rounds, from] = [Number(values.rounds), Number(values.from)];
const names = officeDisasters.map(({ name }) => name);
if (!Number.isSafeInteger(rounds) || !Number.isSafeInteger(from) || (only && !names.includes(only))) {
  console.error(`--rounds and --from are whole numbers, --only is one of ${names.join(', ')}`);
  process.exit(2);
}

const played: OfficeRound[] = [];
const interrupted = untilInterrupted();
console.log(`seed ${seed}, rounds ${from} to ${from + rounds - 1}`);
const failedIn = await playOffice({
  seed,
  from,
  rounds,
  only,
  signal: interrupted,
  onRound(one) {
    played.push(one);
    const verdict = one.problems.length === 0 ? 'ok' : 'FAILED';
    console.log(
      `round ${one.round}  ${one.disaster.padEnd(10)}  ${verdict}  ${one.milliseconds} ms  ${one.documents} documents`,
    );
    for (const problem of one.problems.slice(0, 20)) console.log(`  ${problem}`);
  },
});
const byDisaster = [...Map.groupBy(played, ({ disaster }) => disaster)];
console.table(
  Object.fromEntries(
    byDisaster.map(([name, those]) => [
      name,
      { rounds: those.length, failed: those.filter(({ problems }) => problems.length > 0).length },
    ]),
  ),
);
if (failedIn !== undefined) {
  const { round = from } = played.at(-1) ?? {};
  const first = round - ((round - from) % roundsPerHouse);
  const option = only === undefined ? '' : ` --only ${only}`;
  console.log(`round ${round} failed; its folder: ${failedIn}`);
  console.log(
    `again: npm run prove -- head-office --seed ${seed} --from ${first} --rounds ${round - first + 1}${option}`,
  );
  process.exitCode = 1;
}
if (interrupted.aborted) console.log(`interrupted: ${played.length} of ${rounds} rounds were played`);
if (interrupted.aborted) process.exit(1);
