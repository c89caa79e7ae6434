import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readPlain, realFile } from './outside-folder.ts';

/** The most bytes of a file with a secret. */
const mostSecretBytes = 64 * 1024;

/**
 * Returns a secret from the environment variable, or from the first line of the file that `<variable>_FILE` names; never
 * from an argument, which any user of the machine could read.
 * @returns undefined when neither is there
 * @throws as `readPlain`
 */
export async function givenSecret(variable: string): Promise<string | undefined> {
  const given = process.env[variable];
  if (given !== undefined) return given;
  const file = process.env[`${variable}_FILE`];
  if (file === undefined) return undefined;
  // A link is followed here: containers make them for their secrets.
  return textOf(await readPlain(await realFile(file), mostSecretBytes)).split(/\r?\n/, 1)[0];
}

/** Asks a question and hides the answer. @returns undefined if nobody can type @throws TypeError if the person cancels */
export async function askUnseen(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(`${question}: `);
  const unseen = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await lines.question('');
  } catch {
    throw new TypeError(`${question}: nothing was entered`);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** Editors and shells of Windows begin a file with a byte order mark, PowerShell's `>` with that of UTF-16. */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}
