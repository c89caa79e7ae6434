import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readInput } from './files.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads a secret from the environment variable, from the first line of the file named by `<variable>_FILE`, or from
 * hidden typing at a terminal; never from an argument, which any user of the machine could read.
 * @returns undefined when none of them is there
 * @throws UsageError when the file cannot be read, or the person cancels (Ctrl+C, Ctrl+D)
 */
export async function secretFromOutside(
  variable: string,
  question: string,
  ask = askUnseen,
): Promise<string | undefined> {
  return givenFromOutside(variable) ?? (await ask(question));
}

/** Reads a new secret; if it is typed, twice. @throws UsageError as `secretFromOutside`, or when they differ */
export async function newSecretFromOutside(
  variable: string,
  question: string,
  ask = askUnseen,
): Promise<string | undefined> {
  const given = givenFromOutside(variable);
  if (given !== undefined) return given;
  const typed = await ask(question);
  if (typed !== undefined && (await ask(`${question}, once more`)) !== typed)
    throw new UsageError(`${question}: the two are not the same`);
  return typed;
}

function givenFromOutside(variable: string): string | undefined {
  const given = process.env[variable];
  if (given !== undefined) return given;
  const file = process.env[`${variable}_FILE`];
  if (file !== undefined) return textOf(readInput(file)).split(/\r?\n/, 1)[0];
  return undefined;
}

/** Asks a question and hides the answer. @returns undefined if nobody can type */
async function askUnseen(question: string): Promise<string | undefined> {
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

/** Asks a question whose answer is no secret. @returns undefined if nobody can type, or the person cancels */
export async function answerFromPerson(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(`${question}: `);
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
}

/** Editors and shells of Windows begin a file with a byte order mark, PowerShell's `>` with that of UTF-16. */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}
