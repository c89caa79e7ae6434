import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { programFile } from '../support/run/programs.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The number of milliseconds after which work counts as hanging. It is generous, for busy machines. */
export const timeoutMs = 90_000;

/** A process of the laboratory, whose output is read line by line. */
export interface Running {
  /** Returns everything that the process wrote to both streams. */
  output(): string;
  /** Writes a line to the process's stdin; does nothing when it is dead. */
  write(line: string): void;
  /** Resolves when the process is dead and all its output has been read. */
  readonly gone: Promise<void>;
  readonly isGone: boolean;
  /** Sends SIGKILL, which simulates a power failure; resolves with `gone`. */
  kill(): Promise<void>;
  /** Asks the process to end. */
  interrupt(): void;
}

const living = new Set<Running>();
let isOver = false;

/** Sends SIGKILL to all processes and prevents new ones, because the laboratory ends. Resolves when they are dead. */
export async function endAll(): Promise<void> {
  isOver = true;
  await Promise.all([...living].map((each) => each.kill()));
}

/** Starts a program of this repository with the same Node. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): Running {
  if (isOver) throw new Error('the laboratory has ended');
  const child: ChildProcess = spawn(process.execPath, [programFile(program), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes');
  const pieces: string[] = [];
  let isGone = false;
  stdin.on('error', () => undefined); // The process died before it read the line.
  stderr.on('data', (data) => pieces.push(String(data)));
  const lines = createInterface({ input: stdout });
  lines.on('line', (line) => {
    pieces.push(`${line}\n`);
    onLine(line);
  });
  const gone = Promise.all([once(child, 'close'), once(lines, 'close')]).then(([[code, signal]]) => {
    pieces.push(`ended: ${signal ?? code}\n`);
    isGone = true;
    living.delete(running);
  });

  const running: Running = {
    output: () => pieces.join(''),
    write: (line) => void (isGone || stdin.write(`${line}\n`)),
    gone,
    get isGone() {
      return isGone;
    },
    interrupt: () => void child.kill('SIGTERM'),
    kill() {
      child.kill('SIGKILL');
      return gone;
    },
  };
  living.add(running);
  return running;
}

/** Waits for the work, and throws an error with the given name when it takes too long. */
export async function within<T>(
  what: string | (() => string),
  work: Promise<T>,
  milliseconds = timeoutMs,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${typeof what === 'string' ? what : what()}: waited ${milliseconds} ms in vain`)),
    milliseconds,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
