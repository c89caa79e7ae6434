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
  return Object.fromEntries(names.map((name) => [name, timings(times[name], processor[name])])) as Record<
    K,
    Timings
  >;
}

function timings(times: readonly number[], processor: readonly number[]): Timings {
  const at = (values: readonly number[], share: number) => {
    const sorted = values.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  };
  return { p50: at(times, 0.5), p99: at(times, 0.99), processor: at(processor, 0.5) };
}
