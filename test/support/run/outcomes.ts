import type { Outcome } from '../../../main/gateway/outcome.ts';

/* The outcomes that the gateway client returns, one of each kind. */

const answered = (httpStatus: number, status: string | undefined, body = '{}') => ({
  answer: { httpStatus, body },
  status,
  warnings: [],
  errors: [],
});

export const reported: Outcome = { kind: 'accepted', again: false, ...answered(200, 'REPORTED') };

/** The status 409 means that the document was accepted earlier; the word is that of the repeated call. */
export const reportedAgain: Outcome = { kind: 'accepted', again: true, ...answered(409, 'NOT_REPORTED') };

export const reportedWithWarning: Outcome = {
  ...reported,
  warnings: [{ type: 'WARNING', code: 'BR-KSA-98', message: 'late', status: 'WARNING' }],
};

const copy = '<Invoice>the authority’s copy</Invoice>';
export const cleared: Outcome & { kind: 'accepted' } = {
  kind: 'accepted',
  again: false,
  clearedInvoice: Buffer.from(copy),
  ...answered(
    200,
    'CLEARED',
    JSON.stringify({ clearanceStatus: 'CLEARED', clearedInvoice: Buffer.from(copy).toString('base64') }),
  ),
};

export const rejected: Outcome = {
  kind: 'rejected',
  ...answered(400, 'NOT_REPORTED'),
  errors: [
    { type: 'ERROR', code: 'invalid-invoice-hash', category: 'INVOICE_HASHING_ERRORS', status: 'ERROR' },
  ],
};

export const clearanceOff: Outcome = { kind: 'clearance-off', ...answered(303, undefined) };
/** The answer is 400 without any statement about the invoice. */
export const requestRefused: Outcome = { kind: 'request-refused', ...answered(400, undefined) };
export const versionRefused: Outcome = { kind: 'request-refused', ...answered(406, undefined) };
export const tooLarge: Outcome = { kind: 'request-refused', ...answered(413, undefined) };
export const credentialRefused: Outcome = { kind: 'credential-refused', ...answered(401, undefined) };
export const noAnswer: Outcome = { kind: 'unknown', why: 'no-answer' };
export const serverError: Outcome = {
  kind: 'unknown',
  why: 'server-error',
  answer: { httpStatus: 503, body: 'busy' },
};
export const rateLimited = (retryAfterMs: number): Outcome => ({
  kind: 'unknown',
  why: 'rate-limited',
  answer: { httpStatus: 429, body: '' },
  retryAfterMs,
});
