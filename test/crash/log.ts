import { writeSync } from 'node:fs';
import type { TillNews } from './till-messages.ts';

/** Writes one line for the laboratory; it is written when this returns, whatever happens to the process afterwards. */
export function log(news: TillNews): void {
  writeSync(1, `${JSON.stringify(news)}\n`);
}
