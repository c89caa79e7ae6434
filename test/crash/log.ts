import { writeSync } from 'node:fs';
import type { TillNews } from './till-messages.ts';

/** Writes one line for the laboratory synchronously, so that it survives the death of the process. */
export function log(news: TillNews): void {
  writeSync(1, `${JSON.stringify(news)}\n`);
}
