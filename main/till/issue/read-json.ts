import type { Issue } from '../../../shared/failure.ts';

/* Reads JSON from programs: faults are reported with their place, and duplicate keys are refused. */

export type ReadJson = { readonly value: unknown } | { readonly fault: Issue };

/** The deepest nesting that is accepted: twice the depth of a sale. */
const deepest = 16;

/** Reads JSON in UTF-8 from untrusted bytes. */
export function readJson(bytes: Uint8Array): ReadJson {
  const text = textOf(bytes);
  if (text === undefined) return { fault: faultOf('not-utf8', 'is not UTF-8', { params: badByteOf(bytes) }) };
  if (text.trim() === '') return { fault: faultOf('body-empty', 'is empty') };
  try {
    checkText(text);
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof JsonFault) return { fault: error.issue };
    if (error instanceof SyntaxError) return { fault: syntaxFault(text, text.length) };
    throw error;
  }
}

/** The decoder removes a byte order mark. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the place of the first byte that is no UTF-8. */
function badByteOf(bytes: Uint8Array): { line: number; byte: number } {
  let whole = 0;
  for (let step = 2 ** 31; step >= 1; step /= 2)
    if (whole + step < bytes.length && startsWell(bytes.subarray(0, whole + step), true)) whole += step;
  // The beginning of a character that does not go on is at fault, not the byte after it.
  while (!startsWell(bytes.subarray(0, whole), false)) whole -= 1;
  const before = bytes.subarray(0, whole);
  const line = before.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 1);
  return { line, byte: whole - (before.lastIndexOf(0x0a) + 1) + 1 };
}

/** Returns true for UTF-8. @param cutOff true if its last character may be cut off */
function startsWell(bytes: Uint8Array, cutOff: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cutOff });
    return true;
  } catch {
    return false;
  }
}

class JsonFault extends Error {
  readonly issue: Issue;

  constructor(issue: Issue) {
    super(issue.code);
    this.issue = issue;
  }
}

function faultOf(code: string, message: string, more: Partial<Issue> = {}): Issue {
  return { path: [], code, message, ...more };
}

function syntaxFault(text: string, at: number): Issue {
  const before = text.slice(0, at).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const character = String.fromCodePoint(...[text.codePointAt(at)].filter((code) => code !== undefined));
  return faultOf('json-syntax', `is no JSON at line ${line}, column ${column}`, {
    params: { line, column, character },
  });
}

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** Checks the syntax of a JSON text. @throws JsonFault `json-syntax`, `duplicate-key`, `too-deep` */
function checkText(text: string): void {
  let at = 0;
  const path: (string | number)[] = [];
  const refuse = (): never => {
    throw new JsonFault(syntaxFault(text, at));
  };
  const skip = (form: RegExp): number => {
    form.lastIndex = at;
    const length = form.exec(text)?.[0].length ?? 0;
    at += length;
    return length;
  };
  const take = (sign: string): boolean => {
    skip(space);
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };

  function takeText(): string {
    const start = at;
    for (at += 1; text[at] !== '"'; ) {
      if (text[at] === '\\') {
        if (skip(escaped) === 0) refuse();
      } else if (at >= text.length || text.charCodeAt(at) < 0x20) refuse();
      else at += 1;
    }
    at += 1;
    return text.slice(start, at);
  }

  function takeObject(): void {
    const names = new Set<string>();
    do {
      skip(space);
      if (text[at] !== '"') refuse();
      const name = JSON.parse(takeText()) as string;
      if (names.has(name))
        throw new JsonFault(
          faultOf('duplicate-key', 'stands twice in its object', { path: [...path, name.slice(0, 100)] }),
        );
      names.add(name);
      if (!take(':')) refuse();
      takeValue(name);
    } while (take(','));
    if (!take('}')) refuse();
  }

  function takeList(): void {
    let place = 0;
    do takeValue(place++);
    while (take(','));
    if (!take(']')) refuse();
  }

  function takeValue(name?: string | number): void {
    if (name !== undefined) path.push(name);
    if (path.length > deepest)
      throw new JsonFault(faultOf('too-deep', 'is nested deeper than any body here'));
    if (take('{')) {
      if (!take('}')) takeObject();
    } else if (take('[')) {
      if (!take(']')) takeList();
    } else if (text[at] === '"') takeText();
    else if (skip(scalar) === 0) refuse();
    if (name !== undefined) path.pop();
  }

  takeValue();
  skip(space);
  if (at < text.length) refuse();
}
