import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** A boot of the machine: the system's own id of it or, if there is none, its time in milliseconds since 1970. */
export type Boot = string | number;

/** The time is computed as now minus the machine's uptime, so two readings for one boot differ slightly. */
const tolerance = 10_000;

/**
 * Returns the current boot.
 * @param now milliseconds since 1970
 * @param file the file that contains its id, on Linux
 */
export function presentBoot(now: number, file = '/proc/sys/kernel/random/boot_id'): Boot {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return now - Math.round(uptime() * 1000);
  }
}

export function isSameBoot(one: Boot, other: Boot): boolean {
  return typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= tolerance
    : one === other;
}
