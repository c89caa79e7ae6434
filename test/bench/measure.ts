/** Percentiles of timed runs, in milliseconds. */
export interface Timings {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Times several things alternately (A B A B …), so that disturbances of the machine affect all alike and their ratio is
 * reliable. `between` runs untimed after every 50 rounds.
 */
export function measureInTurn<K extends string>(
  runs: number,
  tasks: Record<K, (run: number) => void>,
  between: () => void = () => undefined,
): Record<K, Timings> {
  const names = Object.keys(tasks) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  const warmUp = Math.min(100, runs);
  for (let run = 0; run < runs + warmUp; run += 1) {
    for (const name of names) {
      const start = performance.now();
      tasks[name](run);
      const time = performance.now() - start;
      if (run >= warmUp) times[name].push(time);
    }
    if (run % 50 === 49) between();
  }
  return Object.fromEntries(names.map((name) => [name, timings(times[name])])) as Record<K, Timings>;
}

function timings(times: number[]): Timings {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
