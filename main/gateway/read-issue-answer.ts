import type { AuthorityMessage } from '../../shared/status.ts';
import { type AnswerHeaders, readRetryAfter } from '../base/network/answer-headers.ts';
import {
  cutForStorage,
  isObject,
  type JsonObject,
  parseBody,
  rawAnswer,
  readErrors,
  textOf,
} from './answer-body.ts';
import { isUsablePair, type Pair } from './basic.ts';
import type { IssueOutcome } from './issue-outcome.ts';
import type { RawAnswer } from './outcome.ts';
import type { GatewayProfile, IssueCall } from './profile.ts';

/** Reads the meaning of an answer to a request for a certificate. Never throws; only the pair has a secret. */
export function readIssueAnswer(
  profile: GatewayProfile,
  call: IssueCall,
  httpStatus: number,
  headers: AnswerHeaders,
  bodyText: string,
): IssueOutcome {
  const body = parseBody(bodyText);
  const answer = cutForStorage(rawAnswer(httpStatus, headers, withoutSecret(profile, bodyText)));
  // The errors are read from the cleaned body, so that no message repeats a secret.
  const errors = readErrors(profile, parseBody(answer.body), answer.body);
  const meaning = profile.httpMeanings[httpStatus] ?? 'unlisted';
  switch (meaning) {
    case 'accepted':
    case 'not-compliant':
      return readPair(profile, call, body, answer, errors);
    case 'rejected':
    case 'request-refused':
      return refused(answer, errors, textOf(body?.[profile.answerFields.disposition]));
    case 'not-permitted':
    case 'credential-refused':
      return { kind: 'credential-refused', errors, answer };
    case 'rate-limited':
      return unknown('rate-limited', answer, errors, readRetryAfter(headers));
    case 'accepted-again':
    case 'duplicate':
    case 'clearance-off':
    case 'unlisted':
      return httpStatus >= 500
        ? unknown('server-error', answer, errors, readRetryAfter(headers))
        : unknown('unknown-status', answer, errors);
  }
}

function readPair(
  profile: GatewayProfile,
  call: IssueCall,
  body: JsonObject | undefined,
  answer: RawAnswer,
  errors: readonly AuthorityMessage[],
): IssueOutcome {
  const fields = profile.answerFields;
  const wrapped = body?.[fields.wrapper];
  const content = isObject(wrapped) ? wrapped : body;
  const pair: Pair = {
    csid: textOf(content?.[fields.csid]) ?? '',
    secret: textOf(content?.[fields.secret]) ?? '',
  };
  const requestId = textOf(content?.[fields.requestId]) ?? '';
  const dispositionMessage = textOf(content?.[fields.disposition]) ?? '';
  const notCompliant =
    dispositionMessage === profile.disposition.notCompliant ||
    profile.httpMeanings[answer.httpStatus] === 'not-compliant';

  if (!isUsablePair(pair)) {
    return notCompliant && dispositionMessage !== ''
      ? refused(answer, errors, dispositionMessage)
      : unknown('unreadable', answer, errors);
  }
  // A compliance pair without its request id is useless: the request for production cannot name it.
  if (requestId === '' && (notCompliant || call === 'compliance'))
    return unknown('unreadable', answer, errors);
  return { kind: notCompliant ? 'not-compliant' : 'issued', pair, requestId, dispositionMessage, answer };
}

function refused(
  answer: RawAnswer,
  errors: readonly AuthorityMessage[],
  disposition: string | undefined,
): IssueOutcome {
  const first = errors[0];
  return {
    kind: 'refused',
    code: first?.code ?? disposition ?? `HTTP ${answer.httpStatus}`,
    message: first?.message ?? '',
    errors,
    answer,
  };
}

function unknown(
  why: 'rate-limited' | 'server-error' | 'unreadable' | 'unknown-status',
  answer: RawAnswer,
  errors: readonly AuthorityMessage[],
  retryAfterMs?: number,
): IssueOutcome {
  return { kind: 'unknown', why, answer, errors, retryAfterMs };
}

function withoutSecret(profile: GatewayProfile, text: string): string {
  const name = profile.answerFields.secret.toLowerCase();
  if (!text.toLowerCase().includes(name)) return text;
  try {
    return JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, '')), (key, value: unknown) =>
      key.toLowerCase() === name ? '[removed]' : value,
    );
  } catch {
    // Broken JSON may contain the secret anywhere.
    return '';
  }
}
