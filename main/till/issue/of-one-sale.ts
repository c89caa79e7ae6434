import { type FailureCode, FailureError } from '../../../shared/failure.ts';

const codes: readonly FailureCode[] = [
  'bad-input',
  'sale-differs',
  'hash-mismatch',
  'basket-paid',
  'card-unresolved',
];

/** Returns true for a failure that concerns only one sale; others may still be issued. */
export const isOfOneSale = (error: unknown): error is FailureError =>
  error instanceof FailureError && codes.includes(error.failure.code);
