import { cpSync } from 'node:fs';
import { format } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../../main/app/cli/command-line.ts';
import { newFolder } from '../support/khatm.ts';
import { fixForTest } from './calls.ts';
import { type Play, play } from './play.ts';

/* Plays stories of the command line, in this process, so that its clock and chance are fixed too. */

export interface CommandLine {
  readonly folder: string;
  /** Runs a command and writes down what it printed. Returns what it printed to standard output. */
  khatm(...args: string[]): Promise<string>;
  /** Returns all calls so far with what they printed. */
  recorded(): string;
}

/** A folder of a closed till, and the time when it was closed. */
interface Closed {
  readonly folder: string;
  readonly now: number;
}

/** Returns a function that sells as told in a new till and closes it, once for all tests of a file. */
export function soldOnce(story: string, sell: (till: Play) => Promise<void>): () => Promise<Closed> {
  let closed: Promise<Closed> | undefined;
  const begin = async () => {
    fixForTest(story);
    const till = await play(story);
    await sell(till);
    await till.close();
    return { folder: till.folder, now: till.clock.now() };
  };
  return () => {
    closed ??= begin();
    return closed;
  };
}

/** Opens the command line on a copy of the folder of a closed till, for the current test. */
export async function openCommandLine(story: string, sold: () => Promise<Closed>): Promise<CommandLine> {
  const { folder: original, now } = await sold();
  const folder = newFolder('corpus');
  cpSync(original, folder, { recursive: true });
  fixForTest(story);
  vi.setSystemTime(now);
  // Records of this machine are outside the data folder.
  vi.stubEnv('KHATM_STATE', `${folder}.state`);
  onTestFinished(() => void vi.unstubAllEnvs());
  let text = '';
  return {
    folder,
    async khatm(...args) {
      const { code, stdout, stderr } = await run(args);
      text += `khatm ${args.join(' ')}\n${code}\n${stdout}${stderr === '' ? '' : `stderr: ${stderr}`}\n`;
      return stdout;
    },
    recorded: () => text.replaceAll(folder, 'FOLDER'),
  };
}

/** Runs a command with its output caught. */
async function run(args: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const print = (...values: unknown[]) => {
    stdout += `${format(...values)}\n`;
  };
  const complain = (...values: unknown[]) => {
    stderr += `${format(...values)}\n`;
  };
  const write = (text: string | Uint8Array) => {
    stdout += String(text);
    return true;
  };
  const spies = [
    // A program runs one command, but this process runs many, each of which would listen for lost output.
    vi.spyOn(process.stdout, 'on').mockReturnThis(),
    vi.spyOn(process.stderr, 'on').mockReturnThis(),
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(complain),
    vi.spyOn(process.stdout, 'write').mockImplementation(write),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      stderr += String(text);
      return true;
    }),
  ];
  try {
    process.exitCode = undefined;
    await runCommandLine(args);
    return { code: process.exitCode ?? 0, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
}
