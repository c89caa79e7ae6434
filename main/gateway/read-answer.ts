import { type AnswerHeaders, readRetryAfter } from '../base/network/answer-headers.ts';
import {
  cutForStorage,
  isObject,
  type JsonObject,
  parseBody,
  rawAnswer,
  readErrors,
  readMessages,
  textOf,
} from './answer-body.ts';
import type { Outcome, RawAnswer } from './outcome.ts';
import type { GatewayProfile, StatusWords, SubmissionCall } from './profile.ts';

/**
 * Reads the meaning of an answer to a document from its HTTP status and its body. Never throws for any answer.
 * @param headers read for Date and Retry-After
 * @param bodyText the body as text, of any kind
 */
export function readSubmissionAnswer(
  profile: GatewayProfile,
  call: SubmissionCall,
  httpStatus: number,
  headers: AnswerHeaders,
  bodyText: string,
): Outcome {
  const reading = read(profile, call, rawAnswer(httpStatus, headers, bodyText));
  const meaning = profile.httpMeanings[httpStatus] ?? 'unlisted';
  switch (meaning) {
    case 'accepted':
      return readAccepted(call, reading);
    case 'accepted-again':
      return readAcceptedAgain(call, reading);
    case 'duplicate':
      // The document was accepted before. The status word is that of this call, often NOT_REPORTED, and stays as it came.
      return isDuplicate(profile, reading) ? accepted(reading, true) : unknownStatus(reading);
    case 'clearance-off':
      return call === 'clearance' ? answered('clearance-off', reading) : unknownStatus(reading);
    case 'rejected':
      return readRejected(reading);
    case 'request-refused':
      return answered('request-refused', reading);
    case 'not-permitted':
      return reading.hasResults ? readRejected(reading) : answered('credential-refused', reading);
    case 'credential-refused':
      return answered('credential-refused', reading);
    case 'rate-limited':
      return unknown('rate-limited', reading, readRetryAfter(headers));
    case 'not-compliant':
    case 'unlisted':
      return httpStatus >= 500
        ? unknown('server-error', reading, readRetryAfter(headers))
        : unknownStatus(reading);
  }
}

/** Reads the parts of an answer, before it is classified. */
function read(profile: GatewayProfile, call: SubmissionCall, answer: RawAnswer) {
  const fields = profile.answerFields;
  const body = parseBody(answer.body);
  const results = body?.[fields.validationResults];
  const { status, words } = findStatus(profile, call, body);
  return {
    answer,
    body,
    hasResults: isObject(results),
    status,
    word: classifyStatus(status, words),
    validation: isObject(results)
      ? classifyStatus(textOf(results[fields.validationStatus]), profile.validationStatus)
      : 'none',
    warnings: isObject(results) ? readMessages(profile.messageFields, results[fields.warnings]) : [],
    errors: readErrors(profile, body, answer.body),
    clearedInvoice: decodeInvoice(body?.[fields.clearedInvoice]),
  };
}

type Reading = ReturnType<typeof read>;

const longestStatus = 200;

/** Returns the status field of the call; for a compliance check it depends on the kind of document. */
function findStatus(
  profile: GatewayProfile,
  call: SubmissionCall,
  body: JsonObject | undefined,
): { status?: string; words: StatusWords } {
  const { clearanceStatus, reportingStatus } = profile;
  const first = call === 'reporting' ? reportingStatus : clearanceStatus;
  const speaking = call === 'complianceCheck' ? [clearanceStatus, reportingStatus] : [first];
  for (const words of speaking) {
    const status = textOf(body?.[words.field]);
    if (status !== undefined) return { status: status.slice(0, longestStatus), words };
  }
  return { words: first };
}

function classifyStatus(
  status: string | undefined,
  words: Omit<StatusWords, 'field'>,
): 'accepted' | 'rejected' | 'unknown' | 'none' {
  if (status === undefined) return 'none';
  if (words.accepted.includes(status)) return 'accepted';
  return words.rejected.includes(status) ? 'rejected' : 'unknown';
}

function readAccepted(call: SubmissionCall, reading: Reading): Outcome {
  if (reading.body === undefined) return unknown('unreadable', reading);
  // A compliance check may have both status fields null; then its validation decides. In a real call a missing word
  // proves nothing, and sending again brings a definite 208 or 409.
  const verdict = reading.word === 'none' && call === 'complianceCheck' ? reading.validation : reading.word;
  if (verdict === 'rejected' && reading.hasResults) return answered('rejected', reading);
  if (verdict !== 'accepted') return unknownStatus(reading);
  // Without the authority's copy there is nothing for the buyer; if the same bytes are sent again, a 208 brings the
  // copy.
  if (call === 'clearance' && !Buffer.isBuffer(reading.clearedInvoice)) return unknown('unreadable', reading);
  return accepted(reading, false);
}

function readAcceptedAgain(call: SubmissionCall, reading: Reading): Outcome {
  if (reading.word === 'rejected' || reading.word === 'unknown') return unknownStatus(reading);
  // A broken copy may arrive complete the next time. A missing copy never arrives, and the status says that the
  // document was accepted.
  if (call === 'clearance' && reading.clearedInvoice === 'broken') return unknown('unreadable', reading);
  return accepted(reading, true);
}

/** Rejected is final for a document, so it needs the authority's findings on the invoice, not just the status 400. */
function readRejected(reading: Reading): Outcome {
  if (!reading.hasResults) return answered('request-refused', reading);
  if (reading.word === 'accepted' || reading.word === 'unknown') return unknownStatus(reading);
  const isRejected =
    reading.word === 'rejected' || reading.validation === 'rejected' || reading.errors.length > 0;
  return answered(isRejected ? 'rejected' : 'request-refused', reading);
}

function isDuplicate(profile: GatewayProfile, { errors }: Reading): boolean {
  return errors.some(({ category, code }) => [category, code].includes(profile.duplicateCategory));
}

function accepted(reading: Reading, again: boolean): Outcome {
  const { answer, status, warnings, errors, clearedInvoice } = reading;
  return Buffer.isBuffer(clearedInvoice)
    ? { kind: 'accepted', again, clearedInvoice, answer, status, warnings, errors }
    : { kind: 'accepted', again, answer: cutForStorage(answer), status, warnings, errors };
}

function answered(
  kind: 'rejected' | 'clearance-off' | 'request-refused' | 'credential-refused',
  { answer, status, warnings, errors }: Reading,
): Outcome {
  return { kind, answer: cutForStorage(answer), status, warnings, errors };
}

type Why = Extract<Outcome, { kind: 'unknown' }>['why'];

function unknown(why: Why, { answer, status, errors }: Reading, retryAfterMs?: number): Outcome {
  return { kind: 'unknown', why, answer: cutForStorage(answer), status, errors, retryAfterMs };
}

function unknownStatus(reading: Reading): Outcome {
  return unknown('unknown-status', reading);
}

/** `broken`: a text that is not Base64 of XML. */
function decodeInvoice(value: unknown): Buffer | 'none' | 'broken' {
  const text = textOf(value)?.replace(/\s+/g, '');
  if (text === undefined) return 'none';
  // Searches for invalid characters: matching megabytes as a whole could overflow the expression's stack.
  if (text.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''))) return 'broken';
  const xml = Buffer.from(text, 'base64');
  // XML starts with `<`, possibly after a byte order mark.
  const start = xml[0] === 0xef ? 3 : 0;
  return xml[start] === 0x3c ? xml : 'broken';
}
