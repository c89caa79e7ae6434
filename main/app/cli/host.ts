import { once } from 'node:events';
import type { TerminalOptions } from '../terminal/options.ts';

/** The parts of a terminal that the program around the command line provides. */
export interface Host {
  readonly terminal: Pick<TerminalOptions, 'osCipher' | 'startKeychain'>;
  /** Resolves when the system, or a person, asks the command to end. */
  stopped(): Promise<unknown>;
}

/** Plain Node is the program by default. */
const node: Host = {
  terminal: {},
  stopped: () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
};

let current = node;

export const host = (): Host => current;

/** Called before the first command, by a program that is not plain Node. */
export function runUnder(other: Host): void {
  current = other;
}
