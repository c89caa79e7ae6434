import { format } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../../main/cli/command-line.ts';
import { fixForTest } from './calls.ts';
import { type Play, play } from './play.ts';

/* Plays stories of the command line, in this process, so that its clock and chance are fixed too. */

export interface CommandLine {
  readonly folder: string;
  /** Runs a command and writes down what it printed. Returns what it printed to standard output. */
  khatm(...args: string[]): Promise<string>;
  /** Returns all calls so far with what they printed. */
  said(): string;
}

/** Sells as the story says, closes the terminal, and opens the command line on its folder. */
export async function openCommandLine(
  story: string,
  sell: (till: Play) => Promise<void>,
): Promise<CommandLine> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') });
  const till = await play(story);
  await sell(till);
  const now = till.clock.now();
  await till.close();
  fixForTest(`${story} on the command line`);
  vi.setSystemTime(now);
  vi.stubEnv('KHATM_STATE', `${till.folder}.state`);
  onTestFinished(() => void vi.unstubAllEnvs());
  let said = '';
  return {
    folder: till.folder,
    async khatm(...args) {
      const { code, stdout, stderr } = await run(args);
      said += `khatm ${args.join(' ')}\n${code}\n${stdout}${stderr === '' ? '' : `stderr: ${stderr}`}\n`;
      return stdout;
    },
    said: () => said.replaceAll(till.folder, 'FOLDER'),
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
