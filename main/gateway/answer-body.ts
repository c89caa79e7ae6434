import type { AuthorityMessage } from '../../shared/status.ts';
import type { RawAnswer } from './outcome.ts';
import type { GatewayProfile } from './profile.ts';

/*
 * Tolerant reading of answers. The gateway's bodies have been seen with lists that are null or a single object, with a
 * byte order mark, as plain text and as HTML: whatever is there is taken, nothing is required.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Bodies are stored up to here, characters (RawAnswer). */
const storedBodyLength = 1024 * 1024;

/** Answers with a number that matters (a requestID) are shorter, characters. Looking at each number takes long. */
const shortBodyLength = 64 * 1024;
/** Whatever an answer says, no more of its messages are read, and no more characters of each text in them. */
const mostMessages = 500;
const longestText = 4_000;

/** A body that is a JSON object, or undefined. In a short one, numbers too large for JavaScript stay as their text. */
export function parseBody(text: string): JsonObject | undefined {
  try {
    const json = text.replace(/^\uFEFF/, '');
    const value: unknown =
      json.length > shortBodyLength ? JSON.parse(json) : JSON.parse(json, keepLargeNumbers);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// A requestID is a number on the wire and goes back as text: it must not lose digits on the way.
function keepLargeNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && context?.source !== undefined
    ? context.source
    : value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field's text; a number or boolean as text; undefined for null, nothing, empty text, lists and objects. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Messages from a list, a single object, a list of texts, or nothing at all; the first of very many. */
export function readMessages(value: unknown): AuthorityMessage[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostMessages) : [value];
  return items.map(readMessage).filter((message) => message !== undefined);
}

function readMessage(value: unknown): AuthorityMessage | undefined {
  if (!isObject(value)) {
    const message = textOf(value);
    return message === undefined ? undefined : { message: message.slice(0, longestText) };
  }
  const read: Record<string, string> = {};
  for (const field of ['type', 'code', 'category', 'message', 'status'] as const) {
    const text = textOf(value[field]);
    if (text !== undefined) read[field] = text.slice(0, longestText);
  }
  return Object.keys(read).length === 0 ? undefined : read;
}

/** All that an answer says went wrong: validation errors, `errors`, its own code and message, or its plain text. */
export function readErrors(
  profile: GatewayProfile,
  body: JsonObject | undefined,
  text: string,
): AuthorityMessage[] {
  if (body === undefined) {
    const plain = text.trim();
    // Markup and broken JSON are no words for a person; the raw answer keeps them.
    return plain === '' || /^[<{[]/.test(plain) ? [] : [{ message: plain.slice(0, 500) }];
  }
  const results = body[profile.answerFields.validationResults];
  const own = { code: body.code, category: body.category, message: body.message };
  return [
    ...(isObject(results) ? readMessages(results[profile.answerFields.errors]) : []),
    ...readMessages(body.errors),
    ...readMessages(own),
  ];
}

/** Headers as `fetch` gives them. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

export function rawAnswer(httpStatus: number, headers: AnswerHeaders, body: string): RawAnswer {
  const serverTime = httpDate(headers.get('date'));
  return { httpStatus, body, ...(Number.isFinite(serverTime) && { serverTime }) };
}

export function cutForStorage(answer: RawAnswer): RawAnswer {
  return answer.body.length <= storedBodyLength
    ? answer
    : { ...answer, body: answer.body.slice(0, storedBodyLength) };
}

/**
 * Milliseconds from Retry-After: seconds, or an HTTP date measured against the answer's own Date header, because the
 * terminal's clock may be wrong. Undefined where it says nothing usable.
 */
export function readRetryAfter(headers: AnswerHeaders): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) {
    const milliseconds = Number(value) * 1000;
    return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
  }
  const wait = httpDate(value) - httpDate(headers.get('date'));
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}

/** Milliseconds since 1970 of an HTTP date such as `Fri, 20 Nov 2026 10:00:00 GMT`; NaN for anything else. */
function httpDate(text: string | null): number {
  // Date.parse alone makes a date of nearly any number.
  return /^[A-Z][a-z]{2}, \d{2} .* GMT$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
}
