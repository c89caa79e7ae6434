import {
  type Failure,
  type FailureCode,
  FailureError,
  failureCodes,
  type Issue,
} from '../../shared/failure.ts';
import { describeFailure, type Language } from '../../shared/words/index.ts';
import { BearerError } from './oauth/bearer.ts';
import { publicIssues } from './public-issues.ts';

/* The answers of the API when it does not do what was asked: problem details (RFC 9457) with our own stable codes. */

/** Problems that only callers over HTTP meet; everything else is a failure of the terminal. */
const requestProblems = {
  'bad-request': [400, 'The request is not well-formed.', 'الطلب غير صحيح البناء.'],
  'key-missing': [
    400,
    'An Idempotency-Key header of 1 to 255 visible ASCII characters is needed.',
    'يلزم الترويسة Idempotency-Key من 1 إلى 255 حرف ASCII مرئيًا.',
  ],
  unauthorized: [401, 'A valid access token is needed.', 'يلزم رمز دخول صالح.'],
  'token-expired': [
    401,
    'The access token has expired. Ask for a new one.',
    'انتهت صلاحية رمز الدخول. اطلب رمزًا جديدًا.',
  ],
  'token-revoked': [
    401,
    'The access token, or the client it belongs to, was revoked.',
    'أُلغي رمز الدخول أو صلاحية هذا البرنامج.',
  ],
  'token-unknown': [
    401,
    'This terminal does not know the access token.',
    'رمز الدخول غير معروف لهذا الجهاز.',
  ],
  'insufficient-scope': [
    403,
    'The access token does not have the scope for this.',
    'رمز الدخول لا يسمح بهذا.',
  ],
  'no-such-path': [404, 'There is nothing at this path.', 'لا شيء على هذا المسار.'],
  'method-not-allowed': [
    405,
    'This path does not take that method. Allow says which it takes.',
    'هذا المسار لا يقبل هذه الطريقة. انظر Allow.',
  ],
  'key-reused': [
    409,
    'This Idempotency-Key was used before for another sale.',
    'استُخدم Idempotency-Key هذا من قبل لعملية بيع أخرى.',
  ],
  'returned-too-much': [
    409,
    'More than is left of the invoice. `left` says what is.',
    'أكثر من المتبقي من الفاتورة. انظر left.',
  ],
  'not-returnable': [409, 'The goods of this document cannot be returned.', 'لا يمكن إرجاع سلع هذا المستند.'],
  'return-under-way': [
    409,
    'These goods come back in a sale that is being paid by card. Try again later.',
    'هذه السلع ضمن عملية تُدفع الآن بالبطاقة. أعد المحاولة لاحقًا.',
  ],
  'too-large': [413, 'The body is too large.', 'الطلب كبير جدًا.'],
  'media-type': [415, 'The body must be application/json.', 'يجب أن يكون المحتوى application/json.'],
  'wrong-host': [421, 'This terminal does not answer for that host name.', 'هذا الجهاز لا يجيب بهذا الاسم.'],
  'too-many-requests': [
    429,
    'Too many requests. Try again after the time in Retry-After.',
    'طلبات كثيرة. أعد المحاولة بعد المدة في Retry-After.',
  ],
  'no-pdf': [501, 'This terminal makes no PDF.', 'هذا الجهاز لا ينشئ PDF.'],
} as const satisfies Record<string, readonly [status: number, en: string, ar: string]>;

export type RequestProblem = keyof typeof requestProblems;

/** Status of each failure; what is not the caller's to mend is 503, and worth another try. */
const failureStatus: Partial<Record<FailureCode, number>> = {
  'bad-input': 400,
  'not-found': 404,
  'sale-differs': 409,
  internal: 500,
};

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  /** The id of the request, as in X-Request-Id. */
  readonly requestId?: string;
  readonly issues?: readonly Issue[];
  /** The lines of the invoice with the quantities that can still be returned. */
  readonly left?: unknown;
}

/** The facts of a problem besides its code. */
type Details = Pick<Problem, 'issues' | 'left'>;

export interface ProblemAnswer {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/** Seconds after which what cannot be done now may be tried again. */
const retryAfter = 5;

/** Raised by the API itself for what is wrong with a request. */
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

/** Each problem has a name of its own, and no page behind it: a terminal has no website. */
export const problemType = (code: string): string => `urn:khatm:problem:${code}`;

/** Returns a problem in the caller's language, with public codes. */
export function presentProblem(problem: Problem, language: Language, requestId: string): Problem {
  const { issues, ...rest } = problem;
  const title = language === 'en' ? problem.title : titleIn(language, problem);
  return { ...rest, title, requestId, ...(issues && { issues: publicIssues(issues, language) }) };
}

function titleIn(language: Language, { code, title }: Problem): string {
  if (Object.hasOwn(requestProblems, code)) return requestProblems[code as RequestProblem][2];
  const known = failureCodes.find((each) => each === code);
  return known === undefined ? title : describeFailure({ code: known }, language);
}

/** Returns the answer for an error; undefined for a defect, which is answered as `internal` and logged. */
export function problemOf(error: unknown, scope?: string): ProblemAnswer | undefined {
  if (error instanceof RequestProblemError) return requestProblem(error.code, error.headers, error.details);
  if (error instanceof BearerError) return bearerProblem(error, scope);
  if (error instanceof FailureError) return passingProblem(error.failure) ?? failureProblem(error.failure);
  return httpProblem(error);
}

export function requestProblem(
  code: RequestProblem,
  headers: Readonly<Record<string, string>> = {},
  details: Details = {},
): ProblemAnswer {
  const [status, title] = requestProblems[code];
  return { problem: { type: problemType(code), title, status, code, ...details }, headers };
}

/** Seconds for a customer at the card terminal. */
const retryAfterCard = 60;

/** Returns the answer for an obstacle in another sale that passes by itself; undefined for any other failure. */
function passingProblem({ issues = [] }: Failure): ProblemAnswer | undefined {
  if (issues.length === 0 || issues.some(({ code }) => code !== 'return-under-way')) return undefined;
  return requestProblem('return-under-way', { 'retry-after': String(retryAfterCard) }, { issues });
}

export function failureProblem(failure: Failure): ProblemAnswer {
  const { code, issues } = failure;
  const status = failureStatus[code] ?? 503;
  return {
    problem: {
      type: problemType(code),
      title: describeFailure({ code }, 'en'),
      status,
      code,
      ...(issues && { issues }),
    },
    headers: status === 503 ? { 'retry-after': String(retryAfter) } : {},
  };
}

/** RFC 6750 §3: the challenge says what is missing, and nothing where no token was sent. */
function bearerProblem({ reason, fate }: BearerError, scope: string | undefined): ProblemAnswer {
  const parts = ['realm="khatm"'];
  if (reason !== 'missing') parts.push(`error="${reason}"`);
  if (scope !== undefined) parts.push(`scope="${scope}"`);
  const refused = fate === undefined ? ('unauthorized' as const) : (`token-${fate}` as const);
  return requestProblem(reason === 'insufficient_scope' ? 'insufficient-scope' : refused, {
    'www-authenticate': `Bearer ${parts.join(', ')}`,
  });
}

/** Requests that the HTTP server itself refuses. Its messages may repeat what was sent, so they are not passed on. */
function httpProblem(error: unknown): ProblemAnswer | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (!(status >= 400 && status < 500)) return undefined;
  if (status === 413) return requestProblem('too-large');
  if (status === 415) return requestProblem('media-type');
  return requestProblem('bad-request');
}
