import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { disasters } from './disasters/index.ts';
import { untilInterrupted } from './interruption.ts';
import { type Played, play, roundsPerShop } from './play.ts';
import { canMountSmallDisk } from './small-disk.ts';

/*
 * `npm run prove -- laboratory [--rounds N] [--seed S] [--from ROUND] [--only DISASTER | --each] [--keep]` runs the
 * disaster laboratory. It exits with 0 when every round passed, otherwise with 1 and the command that repeats the failure.
 */

const { rounds, seed, from, only, each, keep } = readOptions();
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-crash-'));
const leftOut = canMountSmallDisk()
  ? []
  : disasters.filter(({ needsSmallDisk }) => needsSmallDisk).map(({ name }) => name);
for (const name of leftOut) console.log(`left out: ${name} (needs the rights to mount a small file system)`);
console.log(`seed ${seed}, rounds ${from} to ${from + rounds - 1}, in ${folder}`);

const played: Played[] = [];
const struck = new Map<string, number>();
const interrupted = untilInterrupted();
const failedIn = await play({
  seed,
  from,
  rounds,
  only,
  each,
  folder,
  leftOut,
  keep,
  signal: interrupted,
  onRound(one) {
    played.push(one);
    const verdict = one.problems.length === 0 ? 'ok' : 'FAILED';
    console.log(
      `round ${one.round}  ${one.disaster.padEnd(10)}  ${verdict}  ${one.milliseconds} ms  ${one.receipts} receipts`,
    );
    for (const problem of one.problems.slice(0, 20)) console.log(`  ${problem}`);
  },
  onFault: (fault, times) => struck.set(fault, (struck.get(fault) ?? 0) + times),
});

summarize();
if (interrupted.aborted) console.log(`interrupted: ${played.length} of ${rounds} rounds were played`);
if (failedIn === undefined) {
  if (!keep) rmSync(folder, { recursive: true, force: true });
} else {
  const { round = from } = played.at(-1) ?? {};
  const first = round - ((round - from) % roundsPerShop({ each, leftOut }));
  const again = ['--seed', seed, '--from', first, '--rounds', round - first + 1];
  if (only !== undefined) again.push('--only', only);
  if (each) again.push('--each');
  console.log(`round ${round} failed; its folder: ${failedIn}`);
  console.log(`again: npm run prove -- laboratory ${again.join(' ')}`);
  process.exitCode = 1;
}
// An interrupted round may have waits of several minutes left.
if (interrupted.aborted) process.exit(1);

function summarize(): void {
  const table = Object.fromEntries(
    [...Map.groupBy(played, ({ disaster }) => disaster)].map(([name, those]) => [
      name,
      {
        rounds: those.length,
        failed: those.filter(({ problems }) => problems.length > 0).length,
        'ms (mean)': Math.round(
          those.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / those.length,
        ),
      },
    ]),
  );
  console.table(table);
  console.log(
    `on the wire: ${[...struck].map(([fault, times]) => `${fault} ${times}`).join(', ') || 'nothing'}`,
  );
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '40' },
      seed: { type: 'string', default: randomUUID().slice(0, 8) },
      from: { type: 'string', default: '0' },
      only: { type: 'string' },
      each: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const names = disasters.map(({ name }) => name);
  if (values.only !== undefined && !names.includes(values.only)) {
    console.error(`--only ${values.only}: must be one of ${names.join(', ')}`);
    process.exit(2);
  }
  return { ...values, rounds: whole('rounds', values.rounds), from: whole('from', values.from) };
}

function whole(name: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  console.error(`--${name} ${text}: must be a whole number`);
  process.exit(2);
}
