import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * A secret from the environment variable, or typed by a person at a terminal without being shown; never an argument,
 * which any user of the machine could read.
 * @returns undefined when there is neither
 */
export async function secretFromOutside(variable: string, question: string): Promise<string | undefined> {
  const given = process.env[variable];
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(`${question}: `);
  const unseen = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const answer = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return answer;
}
