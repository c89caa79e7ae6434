import { cpSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, TestRunner } from 'vitest';
import type { TerminalOptions } from '../../main/app/terminal/options.ts';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import type { Caller } from '../../main/base/platform/dispatch.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { createRandom } from '../crash/random.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { newFolder } from '../support/khatm.ts';
import { manager } from '../support/run/callers.ts';
import { fixChance } from './chance.ts';

/*
 * Plays the stories of the corpus: a terminal whose clock, keys, ids and chance are the same in each run and on each
 * machine.
 */

/** The first day of each story in Riyadh; it begins at 13:00. */
export const firstDay = '2026-11-20';

/** A manager who has just entered their PIN. */
const freshManager: Caller = { ...manager, isPinFresh: true };

export interface Play {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly terminal: Terminal;
  /** Runs a command, by default as a manager. Fails unless it succeeds. */
  ask<N extends CommandName>(name: N, input: CommandInput<N>, by?: Caller): Promise<CommandOutput<N>>;
  /** Runs a command and returns its failure. Fails if it succeeds. */
  refused<N extends CommandName>(name: N, input: CommandInput<N>, by?: Caller): Promise<object>;
  /** Returns the next id of the story, for what its caller names. */
  id(): string;
  /** Closes the terminal, which happens at the end of a test at the latest. */
  close(): Promise<void>;
}

/** Opens an onboarded terminal in training for the story of this name. */
export async function play(story: string, options: Partial<TerminalOptions> = {}): Promise<Play> {
  const folder = newFolder('corpus');
  cpSync(await onboarded(), folder, { recursive: true });
  const clock = new FakeClock(Date.parse(`${firstDay}T10:00:00Z`));
  const { terminal, restore } = await openFixed(story, folder, { clock, ...options });
  let ids = 0;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= terminal.close().finally(restore);
    return closed;
  };
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(close);
  return {
    folder,
    clock,
    terminal,
    async ask<N extends CommandName>(name: N, input: CommandInput<N>, by = freshManager) {
      const result = await terminal.call(name, input, by);
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
      return result.value as CommandOutput<N>;
    },
    async refused(name, input, by = freshManager) {
      const result = await terminal.call(name, input, by);
      if (result.ok) throw new Error(`${name} was allowed`);
      return result.failure;
    },
    id() {
      ids += 1;
      return `c0de0000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    close,
  };
}

async function openFixed(seed: string, folder: string, options: Partial<TerminalOptions>) {
  const restore = fixChance(seed);
  try {
    const terminal = await openTerminal({
      folder,
      // Records of a machine must not pass from one story to another.
      stateFolder: path.join(folder, 'state'),
      version: '0',
      random: createRandom(seed).next,
      keepsClock: async () => 'kept',
      ...options,
    });
    await terminal.ready();
    return { terminal, restore };
  } catch (error) {
    restore();
    throw error;
  }
}

let ready: Promise<string> | undefined;

/** Returns a folder that was onboarded at noon of the first day. Each worker makes one; all are equal. */
function onboarded(): Promise<string> {
  ready ??= (async () => {
    const folder = newFolder('corpus-onboarding');
    const clock = new FakeClock(Date.parse(`${firstDay}T09:00:00Z`));
    const { terminal, restore } = await openFixed('onboarding', folder, { clock });
    await terminal.close();
    restore();
    return folder;
  })();
  return ready;
}

const anyUuid = /\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/g;

/**
 * Returns a function that replaces the ids in a text with running numbers in the order of their first appearance, for
 * ids that threads and other processes make.
 */
export function numberIds(): (text: string) => string {
  const numbers = new Map<string, number>();
  return (text) =>
    text.replace(anyUuid, (id) => {
      if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
      return `id-${numbers.get(id)}`;
    });
}

/** Returns the answer of a command as text, without its named fields, at any depth. */
export function asText(value: unknown, ...without: string[]): string {
  const kept = (name: string, field: unknown) => (without.includes(name) ? undefined : field);
  return `${JSON.stringify(value, kept, 2)}\n`;
}

/** Returns the text of a file in an answer. */
export const textOf = ({ base64 }: { readonly base64: string }): string =>
  Buffer.from(base64, 'base64').toString('utf8');
