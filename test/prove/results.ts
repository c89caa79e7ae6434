import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/* Keeps the results and the seeds of unfinished plays in a folder, so that a play can go on. */

export interface Result {
  readonly proof: string;
  readonly run: string;
  readonly amount: number;
  readonly unit: string;
  readonly seed: string;
  readonly passed: boolean;
  /** The time of its end, as ISO 8601. */
  readonly at: string;
  readonly seconds: number;
  /** The commit that was checked out. */
  readonly commit: string;
}

export interface Results {
  /** Returns all results, the oldest first. */
  all(): readonly Result[];
  add(result: Result): void;
  /** Returns true if a run of this play was played to its end. */
  has(proof: string, seed: string, run: string): boolean;
  /** Returns true if it passed when it was last played. */
  hasPassed(proof: string, seed: string, run: string): boolean;
  /** Returns the seed of a proof's unfinished play. */
  seedOf(proof: string): string | undefined;
  /** Begins a play with this seed, or ends the one that there is. */
  setSeed(proof: string, seed: string | undefined): void;
}

export function openResults(folder: string): Results {
  mkdirSync(folder, { recursive: true });
  const lines = path.join(folder, 'results.jsonl');
  const seeds = path.join(folder, 'seeds.json');
  const readSeeds = (): Record<string, string> =>
    existsSync(seeds) ? JSON.parse(readFileSync(seeds, 'utf8')) : {};
  const all = () => (existsSync(lines) ? readFileSync(lines, 'utf8').split('\n').flatMap(readResult) : []);
  const last = (proof: string, seed: string, run: string) =>
    all().findLast((one) => one.proof === proof && one.seed === seed && one.run === run);
  return {
    all,
    has: (...run) => last(...run) !== undefined,
    hasPassed: (...run) => last(...run)?.passed === true,
    // A line that was cut off by a power failure must not spoil the next one.
    add: (result) => appendFileSync(lines, `\n${JSON.stringify(result)}`),
    seedOf: (proof) => readSeeds()[proof],
    setSeed(proof, seed) {
      const { [proof]: _, ...others } = readSeeds();
      writeFileSync(seeds, JSON.stringify(seed === undefined ? others : { ...others, [proof]: seed }));
    },
  };
}

/** Reads a line, unless it was cut off. */
function readResult(line: string): Result[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** A line of the table: everything that was played of a proof with one seed. */
export interface Row {
  readonly proof: string;
  readonly played: string;
  readonly seed: string;
  readonly result: string;
  readonly when: string;
  readonly took: string;
}

/** Sums the results up. The last result of each run counts. */
export function tableOf(results: readonly Result[]): Row[] {
  const plays = Map.groupBy(results, ({ proof, seed }) => `${proof} ${seed}`);
  return [...plays.values()].map((all) => {
    const last = [...new Map(all.map((result) => [result.run, result])).values()];
    const failed = last.filter(({ passed }) => !passed);
    const [{ proof, unit, seed }] = all as [Result];
    return {
      proof,
      played: `${sum(last.map(({ amount }) => amount))} ${unit}`,
      seed,
      result: failed.length === 0 ? 'passed' : `failed: ${failed.map(({ run }) => run).join('; ')}`,
      when: (all.at(-1)?.at ?? '').slice(0, 16).replace('T', ' '),
      took: inMinutes(sum(all.map(({ seconds }) => seconds))),
    };
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const inMinutes = (seconds: number) =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
