/** In a percentile or a total, less is better; in a rate, more. */
export const measures = ['p50', 'p95', 'p99', 'total', 'rate'] as const;
export type Figures = Readonly<Partial<Record<(typeof measures)[number], number>>>;
/** Figures by what they measure, with its unit; "÷" stands before what they are divided by. */
export type Lines = Readonly<Record<string, Figures>>;

/** Percentiles of timed runs, in milliseconds. */
export interface Timings {
  readonly p50: number;
  readonly p99: number;
  /** The median processor time of the thread, which other work on the machine hardly affects, unlike elapsed time. */
  readonly processor: number;
}

/**
 * Times several things alternately (A B A B …), so that disturbances of the machine affect all equally and their ratio
 * is reliable. `between` runs untimed after every 50 rounds.
 */
export function measureAlternately<K extends string>(
  runs: number,
  tasks: Record<K, (run: number) => void>,
  between: () => void = () => undefined,
): Record<K, Timings> {
  const names = Object.keys(tasks) as K[];
  const listOf = () => Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  const [times, processor] = [listOf(), listOf()];
  const warmUp = Math.min(100, runs);
  for (let run = 0; run < runs + warmUp; run += 1) {
    for (const name of names) {
      const used = process.threadCpuUsage();
      const start = performance.now();
      tasks[name](run);
      const time = performance.now() - start;
      const { user, system } = process.threadCpuUsage(used);
      if (run < warmUp) continue;
      times[name].push(time);
      processor[name].push((user + system) / 1_000);
    }
    if (run % 50 === 49) between();
  }
  const timings = (name: K) => ({ ...p50p99(times[name]), processor: percentile(processor[name], 0.5) });
  return Object.fromEntries(names.map((name) => [name, timings(name)])) as Record<K, Timings>;
}

/** Returns the value below which this share of the values lies, or 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const p50p95 = (times: readonly number[]) => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
});
export const p50p99 = (times: readonly number[]) => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
});

type Pair = Pick<Timings, 'p50' | 'p99'>;
export const ratioOf = (one: Pair, other: Pair): Pair => ({
  p50: one.p50 / other.p50,
  p99: one.p99 / other.p99,
});
