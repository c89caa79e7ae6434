import { writeSync } from 'node:fs';
import type { TillMessage } from './till/till-messages.ts';

/** Writes one line for the laboratory synchronously, so that it survives the death of the process. */
export function log(message: TillMessage): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}
