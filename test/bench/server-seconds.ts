import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the seconds that a PostgreSQL's processes have worked, those that ended too.
 * @param server the first process
 */
export function serverSeconds(server: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter(({ pid, parent }) => pid === server || parent === server)
    .reduce((sum, { work }) => sum + work, 0);
  return ticks / 100;
}

function statOf(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // Fields of `man proc`: the parent, then user and system time, its own and of its children that ended.
    const work = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return { pid: Number(pid), parent: Number(fields[1]), work };
  } catch {
    return { pid: Number(pid), parent: 0, work: 0 };
  }
}
