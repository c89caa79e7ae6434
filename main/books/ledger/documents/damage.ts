import { FailureError, fail } from '../../../../shared/failure.ts';

/** Says that a document, or the dictionary that it needs, is damaged or missing. */
export const damaged = (icv: number): never =>
  fail('document-damaged', { detail: { found: 'unreadable', icv } });

/** Does work. If a document that it needs is damaged, calls `onDamage` with its counter instead. */
export function unlessDamaged<T, U>(work: () => T, onDamage: (icv: number, error: FailureError) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FailureError && error.failure.code === 'document-damaged')) throw error;
    return onDamage(Number(error.failure.detail?.icv), error);
  }
}
