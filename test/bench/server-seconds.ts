import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the seconds of processor time that the processes of a PostgreSQL have used, including those that have ended.
 * @param server the first process
 */
export function serverSeconds(server: number): number {
  return [...serverWork(server).values()].reduce((sum, seconds) => sum + seconds, 0);
}

/**
 * Returns the seconds for each kind of process, such as `checkpointer` and `connection`. Processes that have ended,
 * including autovacuum workers, form one kind.
 */
export function serverWork(server: number): Map<string, number> {
  const seconds = new Map<string, number>();
  const add = (kind: string, ticks: number) => seconds.set(kind, (seconds.get(kind) ?? 0) + ticks / 100);
  for (const { pid, parent, work, ended } of allProcesses()) {
    if (pid === server) {
      add('first', work);
      add('ended', ended);
    } else if (parent === server) add(kindOf(pid), work);
  }
  return seconds;
}

/** Skips a process that ends while it is read. */
function allProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        // These fields (see `man proc`) are the parent, then the user and system time of the process and of its
        // children that ended.
        const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
        const work = user + system;
        return [{ pid: Number(pid), parent: Number(fields[1]), work, ended: endedUser + endedSystem }];
      } catch {
        return [];
      }
    });
}

/** Returns the name that a process of PostgreSQL gives itself, without its client and number. */
function kindOf(pid: number): string {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const [, name = 'other'] = /postgres: ([a-z ]+)/.exec(title) ?? [];
    return name.startsWith('postgres ') ? 'connection' : name.trim();
  } catch {
    return 'other';
  }
}
