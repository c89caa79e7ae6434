import type { AuthorityMessage } from '../../shared/status.ts';
import { type AnswerHeaders, readServerTime } from '../base/network/answer-headers.ts';
import type { RawAnswer } from './outcome.ts';
import type { GatewayProfile, MessageFields } from './profile.ts';

/*
 * Reads answers tolerantly. The gateway has sent lists that are null or a single object, byte order marks, plain text
 * and HTML. Whatever is present is read, and nothing is required.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The number of characters of a body that are stored (RawAnswer); a person needs only the beginning. */
export const storedBodyLength = 64 * 1024;

/** Answers with an important number (a requestID) are shorter; each number of a longer one would take too long. */
const shortBodyLength = 64 * 1024;
/** The largest number of messages read from an answer, and of characters in each of their texts. */
const mostMessages = 500;
const longestText = 4_000;

/** Parses a body that is a JSON object. In a short one, numbers too large for JavaScript are kept as text. */
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

// A requestID is a number in the answer and is sent back as text: so it must not lose digits.
function keepLargeNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && context?.source !== undefined
    ? context.source
    : value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a field's text; a number or boolean as text; undefined for null, empty text, lists and objects. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Reads messages from a list, a single object, a list of texts, or nothing; at most `mostMessages` of them. */
export function readMessages(names: MessageFields, value: unknown): AuthorityMessage[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostMessages) : [value];
  return items.map((item) => readMessage(names, item)).filter((message) => message !== undefined);
}

/** An item of an unknown shape is shown as received, so that no reason is lost. */
function readMessage(names: MessageFields, value: unknown): AuthorityMessage | undefined {
  if (typeof value !== 'object' || value === null) {
    const message = textOf(value);
    return message === undefined ? undefined : { message: message.slice(0, longestText) };
  }
  const read = isObject(value) ? readNamed(names, value) : {};
  if (read.code !== undefined || read.message !== undefined) return read;
  if (Object.values(value).every((field) => field === null || field === '')) return undefined;
  return { ...read, message: jsonOf(value).slice(0, longestText) };
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '…'; // The value is nested too deeply; the raw answer has it.
  }
}

function readNamed(names: MessageFields, value: JsonObject): AuthorityMessage {
  const read: Record<string, string> = {};
  for (const [field, spellings] of Object.entries(names)) {
    const text = spellings.map((name) => textOf(value[name])).find((found) => found !== undefined);
    if (text !== undefined) read[field] = text.slice(0, longestText);
  }
  return read;
}

/** Collects all errors of an answer: validation errors, `errors`, its own code and message, or its plain text. */
export function readErrors(
  profile: GatewayProfile,
  body: JsonObject | undefined,
  text: string,
): AuthorityMessage[] {
  const { messageFields: names, answerFields } = profile;
  if (body === undefined) {
    const plain = text.trim();
    if (/^["[]/.test(plain)) return readMessages(names, parseAny(plain));
    // Markup and broken JSON are not readable; the raw answer still has them.
    return plain === '' || /^[<{]/.test(plain) ? [] : [{ message: plain.slice(0, 500) }];
  }
  const results = body[answerFields.validationResults];
  const { code, category, message } = readNamed(names, body);
  const ownMessage = { code, category, message };
  return [
    ...(isObject(results) ? readMessages(names, results[answerFields.errors]) : []),
    ...readMessages(names, body[answerFields.errorList]),
    ...(code === undefined && message === undefined ? [] : readMessages(names, ownMessage)),
  ];
}

function parseAny(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function rawAnswer(httpStatus: number, headers: AnswerHeaders, body: string): RawAnswer {
  const serverTime = readServerTime(headers);
  return { httpStatus, body, ...(serverTime !== undefined && { serverTime }) };
}

export function cutForStorage(answer: RawAnswer): RawAnswer {
  return answer.body.length <= storedBodyLength
    ? answer
    : { ...answer, body: answer.body.slice(0, storedBodyLength) };
}
