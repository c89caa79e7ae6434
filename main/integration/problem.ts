import { type Failure, FailureError, failureCodes, type Issue } from '../../shared/failure.ts';
import type { SubmissionState } from '../../shared/status.ts';
import { problemWords } from '../../shared/words/faults/problems.ts';
import { describeFailure, type Language } from '../../shared/words/index.ts';
import { type ApiFailure, apiFailures, isApiFailure } from './api-failures.ts';
import { BearerError } from './oauth/bearer-error.ts';
import { publicIssues } from './public-issues.ts';

/* The answers of the API to requests that fail: problem details (RFC 9457) with our own stable codes. */

/** The status of problems that only HTTP callers can cause; everything else is a failure of the terminal. */
const requestProblems = {
  'bad-request': 400,
  'key-missing': 400,
  unauthorized: 401,
  'token-expired': 401,
  'token-revoked': 401,
  'token-unknown': 401,
  'insufficient-scope': 403,
  'no-such-path': 404,
  'no-such-delivery': 404,
  'method-not-allowed': 405,
  'key-reused': 409,
  'returned-too-much': 409,
  'not-returnable': 409,
  'return-under-way': 409,
  'not-redeliverable': 409,
  'too-large': 413,
  'media-type': 415,
  'wrong-host': 421,
  'too-many-requests': 429,
  'no-pdf': 501,
} as const satisfies Record<keyof typeof problemWords.en, number>;

export type RequestProblem = keyof typeof requestProblems;

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly requestId?: string;
  readonly issues?: readonly Issue[];
  /** The document that was already issued under the same key or sale id. */
  readonly document?: { readonly uuid: string; readonly number: string; readonly state: SubmissionState };
  /** The scope that a token needs for this. */
  readonly scope?: string;
  /** The largest body that is accepted, in bytes. */
  readonly limit?: number;
  /** The lines of the invoice with the quantities that can still be returned. */
  readonly left?: unknown;
}

type Details = Pick<Problem, 'issues' | 'left' | 'document' | 'scope' | 'limit'>;

export interface ProblemAnswer {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/** The number of seconds after which a call that fails now may be repeated. */
const retryAfter = 5;

export class RequestProblemError extends Error {
  readonly code: RequestProblem;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Details;

  constructor(code: RequestProblem, headers: Readonly<Record<string, string>> = {}, details: Details = {}) {
    super(code);
    this.code = code;
    this.headers = headers;
    this.details = details;
  }
}

/** Each problem has a unique name, but no page: a terminal has no website. */
export const problemType = (code: string): string => `urn:khatm:problem:${code}`;

/** Returns a problem in the caller's language, with public codes. */
export function presentProblem(problem: Problem, language: Language, requestId: string): Problem {
  const { issues, ...rest } = problem;
  const title = language === 'en' ? problem.title : titleIn(language, problem);
  return { ...rest, title, requestId, ...(issues && { issues: publicIssues(issues, language) }) };
}

function titleIn(language: Language, { code, title }: Problem): string {
  if (Object.hasOwn(requestProblems, code)) return problemWords[language][code as RequestProblem];
  const knownCode = failureCodes.find((each) => each === code);
  return knownCode === undefined ? title : describeFailure({ code: knownCode }, language);
}

/** Every problem that the API can return, with its text, for the API's pages. */
export function allProblems(): { code: string; status: number; words: Record<Language, string> }[] {
  const failures = failureCodes.filter(isApiFailure).map((code) => ({
    code,
    status: apiFailures[code],
    words: { en: describeFailure({ code }, 'en'), ar: describeFailure({ code }, 'ar') },
  }));
  const requests = Object.entries(requestProblems).map(([code, status]) => {
    const problem = code as RequestProblem;
    return { code, status, words: { en: problemWords.en[problem], ar: problemWords.ar[problem] } };
  });
  return [...requests, ...failures].toSorted((a, b) => a.status - b.status);
}

/** Returns the answer for an error; undefined for a defect, which is answered as `internal` and logged. */
export function problemOf(
  error: unknown,
  route: { readonly scope?: string | undefined; readonly bodyLimit?: number } = {},
  detailsOf: (failure: Failure) => Details = () => ({}),
): ProblemAnswer | undefined {
  if (error instanceof RequestProblemError) return requestProblem(error.code, error.headers, error.details);
  if (error instanceof BearerError) return bearerProblem(error, route.scope);
  if (!(error instanceof FailureError)) return httpProblem(error, route.bodyLimit);
  const { failure } = error;
  if (!isApiFailure(failure.code)) return undefined;
  return passingProblem(failure) ?? failureProblem({ ...failure, code: failure.code }, detailsOf(failure));
}

export function requestProblem(
  code: RequestProblem,
  headers: Readonly<Record<string, string>> = {},
  details: Details = {},
): ProblemAnswer {
  const status = requestProblems[code];
  const title = problemWords.en[code];
  return { problem: { type: problemType(code), title, status, code, ...details }, headers };
}

/** The number of seconds that a customer may need at the card terminal. */
const retryAfterCard = 60;

/** Returns the answer for an obstacle in another sale that disappears by itself; undefined for any other failure. */
function passingProblem({ issues = [] }: Failure): ProblemAnswer | undefined {
  if (issues.length === 0 || issues.some(({ code }) => code !== 'return-under-way')) return undefined;
  return requestProblem('return-under-way', { 'retry-after': String(retryAfterCard) }, { issues });
}

export function failureProblem(
  failure: Failure & { code: ApiFailure },
  details: Details = {},
): ProblemAnswer {
  const { code, issues } = failure;
  const status = apiFailures[code];
  return {
    problem: {
      type: problemType(code),
      title: describeFailure({ code }, 'en'),
      status,
      code,
      ...(issues && { issues }),
      ...details,
    },
    headers: status === 503 ? { 'retry-after': String(retryAfter) } : {},
  };
}

/** RFC 6750 §3: the challenge names the missing scope, or nothing if no token was sent. */
function bearerProblem({ reason, fate }: BearerError, scope: string | undefined): ProblemAnswer {
  const parts = ['realm="khatm"'];
  if (reason !== 'missing') parts.push(`error="${reason}"`);
  if (scope !== undefined) parts.push(`scope="${scope}"`);
  const refused = fate === undefined ? ('unauthorized' as const) : (`token-${fate}` as const);
  const headers = { 'www-authenticate': `Bearer ${parts.join(', ')}` };
  return reason === 'insufficient_scope'
    ? requestProblem('insufficient-scope', headers, scope === undefined ? {} : { scope })
    : requestProblem(refused, headers);
}

/** The requests that the HTTP server itself refuses. Its messages may repeat the request, so they are not passed on. */
function httpProblem(error: unknown, limit: number | undefined): ProblemAnswer | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (!(status >= 400 && status < 500)) return undefined;
  if (status === 413) return requestProblem('too-large', {}, limit === undefined ? {} : { limit });
  if (status === 415) return requestProblem('media-type');
  return requestProblem('bad-request');
}
