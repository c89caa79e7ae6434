import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './usage-error.ts';

/**
 * A secret from the environment variable, or typed by a person at a terminal without being shown; never an argument,
 * which any user of the machine could read.
 * @returns undefined when there is neither
 * @throws UsageError when the person breaks off (Ctrl+C, Ctrl+D)
 */
export async function secretFromOutside(variable: string, question: string): Promise<string | undefined> {
  const given = process.env[variable];
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(`${question}: `);
  const unseen = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await lines.question('');
  } catch {
    throw new UsageError(`${question}: nothing was entered`);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
