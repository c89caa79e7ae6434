import type { FailureCode } from '../../shared/failure.ts';

/**
 * The terminal's failures that an API call can cause, with their HTTP status. All other failures occur only on the
 * terminal's screen or command line; if one occurs here, it is a defect and answered as such.
 */
export const apiFailures = {
  'bad-input': 400,
  'not-found': 404,
  'sale-differs': 409,
  internal: 500,
  // The caller cannot fix the following ones: their status is 503, and the call may be repeated.
  'no-company': 503,
  'not-onboarded': 503,
  'certificate-expired': 503,
  'hash-mismatch': 503,
  'clock-back': 503,
  'clock-ahead': 503,
  'ledger-broken': 503,
  'ledger-lost': 503,
  'ledger-newer': 503,
  'ledger-old': 503,
  'ledger-forked': 503,
  'ledger-copied': 503,
  'counter-used': 503,
  'office-stopped': 503,
  'seller-differs': 503,
  'terminal-busy': 503,
  'database-busy': 503,
  'disk-full': 503,
  'folder-unusable': 503,
  'vault-locked': 503,
  'vault-unavailable': 503,
} as const satisfies Partial<Record<FailureCode, number>>;

export type ApiFailure = keyof typeof apiFailures;

export const isApiFailure = (code: FailureCode): code is ApiFailure => Object.hasOwn(apiFailures, code);
