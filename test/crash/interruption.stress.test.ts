import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

/* Tests that an interruption of the laboratory during a round leaves no process behind. */

/** Returns the IDs of all direct and indirect child processes. */
function descendantsOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    parents.flatMap(([child, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const laboratory = `"${process.execPath}" test/crash/laboratory.ts --rounds 1`;

test.skipIf(process.platform === 'win32').each([
  ['by a signal', `exec ${laboratory}`],
  // The trailing command keeps the shell alive between npm and the laboratory, as npm does.
  ['by one to its npm', `${laboratory}; true`],
])('the laboratory ends with all it started, %s', async (_, command) => {
  const shell = spawn('/bin/sh', ['-c', command], {
    env: { ...process.env, npm_lifecycle_event: 'prove' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const reading = text(shell.stdout);
  const pid = shell.pid as number;
  // The laboratory has started the authority and a till.
  let all: number[] = [];
  for (; all.length < 3; await pause(50)) all = descendantsOf(pid);
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  const output = await reading;
  expect(output).toContain('interrupted: 0 of 1 rounds were played');
  expect(existsSync(/, in (.*)\n/.exec(output)?.[1] ?? '/')).toBe(false);
  for (let looks = 0; looks < 100 && all.some(isAlive); looks += 1) await pause(50);
  expect(all.filter(isAlive)).toEqual([]);
});
