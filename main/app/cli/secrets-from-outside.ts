import { createInterface } from 'node:readline/promises';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';
import { askUnseen, givenSecret } from '../../base/outside/given-secret.ts';
import { refuseInput } from './files.ts';
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
  ask = askAtKeyboard,
): Promise<string | undefined> {
  return (await givenFromOutside(variable)) ?? (await ask(question));
}

/** Reads a person's PIN, with digits of any keyboard. @throws UsageError if there is none */
export async function pinOf(name: string): Promise<string> {
  const pin = await secretFromOutside('KHATM_PIN', `PIN of ${name}`);
  if (pin !== undefined) return withLatinDigits(pin.trim());
  throw new UsageError(
    `the PIN is needed for ${name}: in KHATM_PIN, in a file that KHATM_PIN_FILE names, or typed at a terminal`,
  );
}

/** Reads a new secret; if it is typed, twice. @throws UsageError as `secretFromOutside`, or when they differ */
export async function newSecretFromOutside(
  variable: string,
  question: string,
  ask = askAtKeyboard,
): Promise<string | undefined> {
  const given = await givenFromOutside(variable);
  if (given !== undefined) return given;
  const typed = await ask(question);
  if (typed !== undefined && (await ask(`${question}, once more`)) !== typed)
    throw new UsageError(`${question}: the two are not the same`);
  return typed;
}

const givenFromOutside = (variable: string): Promise<string | undefined> =>
  givenSecret(variable).catch((cause) => {
    if (cause instanceof RangeError) throw new UsageError(cause.message, { cause });
    return refuseInput(undefined, cause);
  });

const askAtKeyboard = (question: string): Promise<string | undefined> =>
  askUnseen(question).catch((cause: Error) => {
    throw new UsageError(cause.message, { cause });
  });

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
