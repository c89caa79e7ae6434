import type { SubmissionMode, SubmissionState } from '../status.ts';

/** The facts of a document on which its deadline depends. */
export interface Deadline {
  readonly mode: SubmissionMode;
  readonly state: SubmissionState;
  /** The time in milliseconds since 1970; see `dueAt` of an invoice row. */
  readonly dueAt: number;
  /** True when it was reported after its deadline; see the same field of an invoice row. */
  readonly late?: true | undefined;
}

/**
 * Returns true when the authority has not answered a clearance in the minutes that a buyer waits; `hand-over.ts`
 * decides what follows. It is still being sent.
 */
export function isClearanceOverdue({ mode, state, dueAt }: Deadline, now: number): boolean {
  return mode === 'clearance' && isOpen(state) && now >= dueAt;
}

/** Returns true for a document reported after its deadline, or past it and not reported yet. */
export function isLate({ mode, state, dueAt, late }: Deadline, now: number): boolean {
  return late === true || (mode === 'reporting' && isOpen(state) && now >= dueAt);
}

function isOpen(state: SubmissionState): boolean {
  return state === 'waiting' || state === 'sending' || state === 'parked';
}
