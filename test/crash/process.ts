import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.resolve(import.meta.dirname, '../..');

/** Milliseconds before anything counts as hanging; generous, for busy machines. */
export const patienceMs = 90_000;

/** A process of the laboratory, its output read line by line. */
export interface Running {
  /** Everything it wrote, both streams. */
  output(): string;
  /** Writes a line to its stdin; nothing happens when it is dead. */
  write(line: string): void;
  /** Resolves once it is dead and all it wrote has been read. */
  readonly gone: Promise<void>;
  readonly isGone: boolean;
  /** SIGKILL, as the power goes; resolves as `gone`. */
  kill(): Promise<void>;
}

const living = new Set<Running>();
let isOver = false;

/** SIGKILL for all of them, and none is started any more: the laboratory ends. Resolves when they are dead. */
export async function endAll(): Promise<void> {
  isOver = true;
  await Promise.all([...living].map((each) => each.kill()));
}

/** Starts a program of this repository under the same Node. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): Running {
  if (isOver) throw new Error('the laboratory has ended');
  const child: ChildProcess = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes');
  const pieces: string[] = [];
  let isGone = false;
  stdin.on('error', () => undefined); // it died before it could read
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
    kill() {
      child.kill('SIGKILL');
      return gone;
    },
  };
  living.add(running);
  return running;
}

/** Waits for the first of these; a time-out is an error with that name. */
export async function within<T>(
  what: string | (() => string),
  work: Promise<T>,
  milliseconds = patienceMs,
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
