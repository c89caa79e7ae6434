import { execFileSync } from 'node:child_process';

/** Returns a user for PostgreSQL, which refuses to run as root. Every system has `nobody`. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const number = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
