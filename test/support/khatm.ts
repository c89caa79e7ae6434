import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programFile } from './run/programs.ts';

const root = path.resolve(import.meta.dirname, '../..');

// Tests that root runs start offices, whose database needs an ordinary user.
if (process.getuid?.() === 0) process.env.KHATM_POSTGRES_USER ??= 'nobody';

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as its user would, until it ends. */
export function khatm(...args: string[]): Promise<Run> {
  return khatmWith({}, ...args);
}

/** Runs the command line with additional environment variables. */
export function khatmWith(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [programFile('main/app/cli/khatm.ts'), ...args],
      { cwd: root, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}

/** Starts a program of this repository with the same Node. */
export function start(file: string, ...args: string[]): ChildProcess {
  return startWith({}, file, ...args);
}

/** Starts a program of this repository with additional environment variables. */
export function startWith(
  env: Readonly<Record<string, string>>,
  file: string,
  ...args: string[]
): ChildProcess {
  return spawn(process.execPath, [programFile(file), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

export const newFolder = (name: string) => mkdtempSync(path.join(tmpdir(), `khatm-${name}-`));
