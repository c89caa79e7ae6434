import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { roundsPerHouse } from '../crash/office/play.ts';
import { roundsPerShop } from '../crash/play.ts';

/*
 * The long proofs, whole. `.ci/run` plays a part of each with a new seed at each run; what takes longer is here. A proof
 * consists of runs that do not depend on one another, so a play that was stopped continues with the next run.
 */

/** One start of a program, whose exit code is 0 if nothing was found. */
export interface Run {
  /** A name that is unique among the runs of a proof, and says which part this is. */
  readonly name: string;
  /** The number of rounds, documents and so on that it plays. */
  readonly amount: number;
  /** The arguments of Node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Proof {
  readonly about: string;
  /** The unit of the amounts. */
  readonly unit: string;
  /** Returns the runs of a whole play with this seed. */
  runs(seed: string): readonly Run[];
  /** Returns a single run with options of its own, such as `--rounds 20`. */
  once(seed: string, options: readonly string[]): Run;
  /** Returns the reason why this machine cannot play it. */
  missing?(): string | undefined;
}

const root = path.resolve(import.meta.dirname, '../..');

interface Program {
  readonly about: string;
  readonly unit: string;
  readonly file: string;
  /** The option for the amount. */
  readonly option: string;
  /** The number of runs of a whole play, and what each plays. */
  readonly many: number;
  readonly each: number;
  /** True if all runs share a seed and differ in their first round. Otherwise each has a seed of its own. */
  readonly goesOn?: boolean;
  readonly missing?: () => string | undefined;
}

/** A proof whose program takes `--seed`, an option for the amount, and others. */
function ofProgram({ file, option, many, each, goesOn = false, ...about }: Program): Proof {
  const start = ['--expose-gc', path.join(root, file)];
  return {
    ...about,
    runs: (seed) =>
      Array.from({ length: many }, (_, index) => {
        const ownOptions = goesOn
          ? ['--seed', seed, '--from', String(index * each)]
          : ['--seed', `${seed}-${index + 1}`];
        const options = [...ownOptions, `--${option}`, String(each)];
        return { name: options.join(' '), amount: each, args: [...start, ...options] };
      }),
    once(seed, options) {
      const amount = Number(options[options.indexOf(`--${option}`) + 1]);
      const withAmount = options.includes(`--${option}`)
        ? options
        : [...options, `--${option}`, String(each)];
      const all = ['--seed', seed, ...withAmount];
      return { name: all.join(' '), amount: amount || each, args: [...start, ...all] };
    },
  };
}

/** The programs of Vitest with every case of its long tests, see test/support/run/effort.ts. */
const vitest = [
  path.join(root, 'node_modules/vitest/vitest.mjs'),
  ...['run', '--config', path.join(root, 'test/vitest.stress.config.ts')],
];
const whole = { KHATM_STRESS: 'whole' };

interface Files {
  readonly about: string;
  readonly unit: string;
  readonly files: () => readonly string[];
  readonly many: number;
  readonly each: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A proof that consists of files of the long tests, each with some seeds. */
function ofTests({ files, many, each, env, ...about }: Files): Proof {
  const runOf = (file: string, seed: string, more: readonly string[] = []): Run => ({
    name: [file.replace(/^test\//, ''), `--seed ${seed}`, ...more].join(' '),
    amount: each,
    args: [...vitest, file, ...more],
    env: { ...whole, ...env, KHATM_SEED: seed },
  });
  return {
    ...about,
    runs: (seed) =>
      files().flatMap((file) =>
        Array.from({ length: many }, (_, index) => runOf(file, many === 1 ? seed : `${seed}-${index + 1}`)),
      ),
    once(seed, options) {
      const run = runOf('', seed, options);
      return { ...run, args: [...vitest, ...options, ...(options.length === 0 ? files() : [])] };
    },
  };
}

/** A proof of its own, with more seeds than one. */
const mutations = 'test/document/stamp/mutations.long.test.ts';

/** Returns the long tests of which `npm run test:stress` plays a part. */
export function partlyPlayed(): string[] {
  const test = path.join(root, 'test');
  return readdirSync(test, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(long|stress)\.test\.ts$/.test(name))
    .map((name) => path.join(test, name))
    .filter((file) => /\bdrawnFrom\(|\brounds\(/.test(readFileSync(file, 'utf8')))
    .map((file) => path.relative(root, file).replaceAll('\\', '/'))
    .filter((file) => file !== mutations)
    .toSorted();
}

const withoutRules = () => (process.env.KHATM_CHECKER === undefined ? 'KHATM_CHECKER is not set' : undefined);

export const proofs: Readonly<Record<string, Proof>> = {
  laboratory: ofProgram({
    about: 'tills, other programs and a sandbox that are killed again and again',
    unit: 'rounds',
    file: 'test/crash/laboratory.ts',
    option: 'rounds',
    many: 25,
    each: roundsPerShop({ each: false, leftOut: [] }),
    goesOn: true,
  }),
  'head-office': ofProgram({
    about: 'head offices, their databases and tills that are killed again and again',
    unit: 'rounds',
    file: 'test/crash/office/laboratory.ts',
    option: 'rounds',
    many: 10,
    each: roundsPerHouse,
    goesOn: true,
  }),
  processes: ofProgram({
    about: 'changes by one of two processes, which the other one must use with its next call',
    unit: 'changes',
    file: 'test/app/processes/processes.ts',
    option: 'changes',
    many: 4,
    each: 500,
  }),
  mutations: ofTests({
    about: 'changed documents, of which none may pass',
    unit: 'documents',
    files: () => [mutations],
    many: 10,
    each: 10_000,
  }),
  corrections: ofTests({
    about: 'stories of sales and corrections, compared with a second model of their law',
    unit: 'steps',
    files: () => ['test/model/stories.long.test.ts'],
    many: 20,
    each: 5_000,
  }),
  'correction-entry-points': ofTests({
    about: 'the same stories through the screen’s commands, API, drop folder and command line',
    unit: 'steps',
    files: () => ['test/model/entry-points.stress.test.ts'],
    many: 20,
    each: 625,
  }),
  'story-documents': ofProgram({
    about: 'documents of stories of corrections, checked by the authority’s rules and as chains',
    unit: 'documents',
    file: 'test/conformance/stories.ts',
    option: 'documents',
    many: 10,
    each: 300,
    missing: withoutRules,
  }),
  conformance: ofProgram({
    about: 'documents of every kind, checked by the authority’s rules',
    unit: 'baskets',
    file: 'test/conformance/conformance.ts',
    option: 'baskets',
    many: 5,
    each: 200,
  }),
  refusals: ofProgram({
    about: 'documents that the authority’s rules must refuse',
    unit: 'pairs',
    file: 'test/conformance/refusals.ts',
    option: 'pairs',
    many: 5,
    each: 400,
    missing: withoutRules,
  }),
  api: ofProgram({
    about: 'hostile requests to the API',
    unit: 'requests',
    file: 'test/integration/fuzz.ts',
    option: 'requests',
    many: 4,
    each: 25_000,
  }),
  receiver: ofProgram({
    about: 'hostile webhooks to the receiver',
    unit: 'requests',
    file: 'test/integration/inbound/fuzz.ts',
    option: 'requests',
    many: 4,
    each: 25_000,
  }),
  webhooks: ofProgram({
    about: 'webhooks over a bad network, while both sides are killed',
    unit: 'events',
    file: 'test/integration/webhooks/chaos.ts',
    option: 'events',
    many: 4,
    each: 10_000,
  }),
  quarter: ofProgram({
    about: 'a shop’s quarter, whose figures are computed again from the XML',
    unit: 'documents',
    file: 'test/quarter/quarter.ts',
    option: 'documents',
    many: 20,
    each: 5_000,
  }),
  update: ofTests({
    about: 'an update that is killed in every step, and one with many documents',
    unit: 'documents',
    files: () => ['test/app/updates/killed.stress.test.ts'],
    many: 1,
    each: 20_000,
    env: { KHATM_UPDATE_DOCUMENTS: '20000' },
  }),
  tests: ofTests({
    about: 'each long test of which CI plays a part',
    unit: 'files',
    files: partlyPlayed,
    many: 1,
    each: 1,
  }),
};
