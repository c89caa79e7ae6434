import { isConnectionFault } from '../../../shared/connection-fault.ts';
import { logMessages } from '../../../shared/contract/terminal/log.ts';
import { failureCodes } from '../../../shared/failure.ts';
import { vaultWhys } from '../../../shared/vault.ts';

/*
 * The log in the form that support gets. Messages of errors may quote anything: typed text, an answer, a path. So each
 * line is rebuilt from facts that are known to be harmless: times, codes, and places in the program.
 */

const messages: readonly unknown[] = logMessages;
/** A code of the system, of SQLite or of Node: `ENOSPC`, `SQLITE_BUSY`. */
const codePattern = /^[A-Z][A-Z0-9_]{2,40}$/;
/** A command or an activity, in words of the program: letters only. */
const doingPattern = /^[A-Za-z][A-Za-z. -]{0,40}$/;
const typePattern = /^[A-Z][A-Za-z]{1,30}$/;
/** A frame of a stack, with the function and the end of the file's path. */
const framePattern =
  /^\s+at (?:(?:async )?([\w.<>$#]{1,60}) \()?(?:file:\/\/|node:|\/|[A-Z]:\\).*?((?:[\w.-]+[\\/]){0,2}[\w.-]+:\d+:\d+)\)?$/;

/** Returns the lines of a log without anything that a person or another program may have written. */
export function plainLog(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${plainLine(line)}\n`)
    .join('');
}

function plainLine(line: string): string {
  try {
    return JSON.stringify(plainEntry(JSON.parse(line) as Fields));
  } catch {
    return JSON.stringify({ msg: 'a line that is not whole' });
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns a line of the log without anything that a person or another program may have written. */
export function plainEntry(entry: Fields): Fields {
  const { level, time, pid, msg, doing, environment, failure, err } = entry;
  return {
    ...numbers({ level, time, pid }),
    msg: messages.includes(msg) ? msg : '[text]',
    ...matching({ doing }, doingPattern),
    ...matching({ environment }, /^(training|simulation|production)$/),
    ...(isFields(failure) && { failure: plainFailure(failure) }),
    ...(isFields(err) && { err: plainError(err) }),
  };
}

function plainFailure({ code, detail }: Fields): Fields {
  const why = isFields(detail) ? (detail.why ?? detail.system) : undefined;
  const isKnown = isConnectionFault(why) || Object.hasOwn(vaultWhys, String(why)) || isCode(why);
  return {
    ...(failureCodes.some((each) => each === code) && { code }),
    ...(isKnown && { why }),
  };
}

function plainError({ type, code, stack }: Fields): Fields {
  const frames = String(stack ?? '')
    .split('\n')
    .map((line) => framePattern.exec(line))
    .filter((frame) => frame !== null)
    .map(([, name, place]) => (name === undefined ? place : `${name} ${place}`));
  return { ...matching({ type }, typePattern), ...(isCode(code) && { code }), at: frames.slice(0, 20) };
}

const isCode = (value: unknown) => typeof value === 'string' && codePattern.test(value);
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const numbers = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'number'));
const matching = (fields: Fields, pattern: RegExp) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'string' && pattern.test(value)),
  );
