import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { argv, execPath } from 'node:process';
import { untilInterrupted } from '../crash/interruption.ts';
import { playWhole } from './play-whole.ts';
import { proofs, type Run } from './proofs.ts';
import { openResults, tableOf } from './results.ts';

/*
 * `npm run prove [-- NAME…]` plays the long proofs whole, each with a new seed. A play that was stopped goes on where it
 * was, and only what failed is played again. All results are kept in test-results/prove and printed as one table.
 *
 * --table      prints the table and plays nothing
 * --list       prints the names of the proofs
 * --new        begins with new seeds, even if a play was stopped
 * --at-once N  plays N runs at the same time (1)
 * --minutes N  begins no run after N minutes
 *
 * `npm run prove -- NAME OPTION…` plays a single run with options of the proof itself, such as
 * `laboratory --seed X --rounds 20`.
 */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.KHATM_PROVE ?? path.join(root, 'test-results/prove');
const interrupted = untilInterrupted();
const results = openResults(folder);
const newSeed = () => randomUUID().slice(0, 8);
const commit = headCommit();
const startedAt = Date.now();

const { names, own: ownOptions, options } = readOptions(argv.slice(2));
if (ownOptions.list)
  for (const [name, { about }] of Object.entries(proofs)) console.log(`${name.padEnd(12)} ${about}`);
else if (ownOptions.table) console.table(tableOf(results.all()));
else if (options.length > 0) await playOnce(names, options);
else await playAll(names.length > 0 ? names : Object.keys(proofs));

async function playOnce([name = '', ...others]: readonly string[], given: readonly string[]): Promise<void> {
  const proof = proofs[name];
  if (proof === undefined || others.length > 0)
    fail(`${given[0]}: an option of one proof, which must be named`);
  const at = given.indexOf('--seed');
  const seed = at === -1 ? newSeed() : (given[at + 1] ?? '');
  const rest = at === -1 ? given : [...given.slice(0, at), ...given.slice(at + 2)];
  const run = proof.once(seed, rest);
  build();
  const passed = await play(name, seed, run, 'inherit');
  console.table(tableOf(results.all()).slice(-1));
  process.exitCode = passed ? 0 : 1;
}

async function playAll(all: readonly string[]): Promise<void> {
  const until = Date.now() + ownOptions.minutes * 60_000;
  build();
  const end = await playWhole(all, {
    ...{ proofs, results, newSeed, isNew: ownOptions.isNew, atOnce: ownOptions.atOnce },
    isStopped: () => interrupted.aborted || Date.now() >= until,
    play: (name, seed, run) => play(name, seed, run, 'file'),
    say: (line) => console.log(`prove: ${line}`),
  });
  console.table(tableOf(results.all()));
  if (end === 'stopped') console.log('prove: not finished; the next `npm run prove` goes on');
  const hasFailed = results.all().some((result) => !result.passed && Date.parse(result.at) >= startedAt);
  process.exitCode = interrupted.aborted || hasFailed ? 1 : 0;
}

/** Plays a run, and keeps its result unless it was interrupted. */
async function play(name: string, seed: string, run: Run, output: 'inherit' | 'file'): Promise<boolean> {
  const began = Date.now();
  const log = path.join(folder, 'logs', `${name} ${run.name}.log`.replaceAll(/[^\w.-]+/g, '_'));
  mkdirSync(path.dirname(log), { recursive: true });
  const file = output === 'file' ? openSync(log, 'w') : undefined;
  const child = spawn(execPath, [...run.args], {
    cwd: root,
    stdio: ['ignore', file ?? 'inherit', file ?? 'inherit'],
    env: { ...process.env, ...run.env },
  });
  const stop = () => child.kill('SIGTERM');
  interrupted.addEventListener('abort', stop);
  const [code] = await once(child, 'close');
  interrupted.removeEventListener('abort', stop);
  if (file !== undefined) closeSync(file);
  if (interrupted.aborted) return false;
  const passed = code === 0;
  const seconds = (Date.now() - began) / 1000;
  const at = new Date().toISOString();
  const unit = proofs[name]?.unit ?? '';
  const { amount } = run;
  results.add({ proof: name, run: run.name, amount, unit, seed, passed, at, seconds, commit });
  console.log(`prove: ${name} ${run.name}: ${passed ? 'passed' : 'FAILED'} in ${Math.round(seconds)} s`);
  if (!passed && file !== undefined) {
    console.log(readFileSync(log, 'utf8').split('\n').slice(-60).join('\n'));
    console.log(`prove: the whole log: ${path.relative(root, log)}`);
  }
  return passed;
}

/** Builds the screens if they have changed, as before any test. */
function build(): void {
  const program = path.join(root, '.scripts/build.mjs');
  const { status } = spawnSync(execPath, [program, '--if-changed'], { stdio: 'inherit' });
  if (status !== 0) fail('the build failed');
}

function headCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    // The project may be a copy without its history.
    return '';
  }
}

interface Own {
  table: boolean;
  list: boolean;
  isNew: boolean;
  atOnce: number;
  minutes: number;
}

/** Reads the names, which come first, the options of this program, and those that a proof gets. */
function readOptions(given: readonly string[]) {
  const ownOptions: Own = {
    table: false,
    list: false,
    isNew: false,
    atOnce: 1,
    minutes: Number.POSITIVE_INFINITY,
  };
  const names: string[] = [];
  const options: string[] = [];
  const rest = [...given];
  const number = (option: string) => {
    const text = rest.shift() ?? '';
    return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : fail(`${option} ${text}: must be a whole number`);
  };
  for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
    if (one === '--table') ownOptions.table = true;
    else if (one === '--list') ownOptions.list = true;
    else if (one === '--new') ownOptions.isNew = true;
    else if (one === '--at-once') ownOptions.atOnce = number(one);
    else if (one === '--minutes') ownOptions.minutes = number(one);
    else if (one.startsWith('--') || options.length > 0) options.push(one);
    else if (one in proofs) names.push(one);
    else fail(`${one}: must be one of ${Object.keys(proofs).join(', ')}`);
  }
  return { names, own: ownOptions, options };
}

function fail(why: string): never {
  console.error(`prove: ${why}`);
  process.exit(2);
}
