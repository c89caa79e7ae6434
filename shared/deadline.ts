import type { SubmissionMode, SubmissionState } from './status.ts';

/** What is needed of a document to say how it stands with its deadline. */
export interface Deadline {
  readonly mode: SubmissionMode;
  readonly state: SubmissionState;
  /** Milliseconds since 1970; see `dueAt` of an invoice row. */
  readonly dueAt: number;
  /** Milliseconds since 1970. */
  readonly acceptedAt?: number | undefined;
}

/**
 * Whether the uncleared invoice should be handed over now: the authority has not answered in the minutes that a buyer
 * waits. It goes on being sent, and the cleared one is handed over when it comes.
 */
export function isPatienceOver({ mode, state, dueAt }: Deadline, now: number): boolean {
  return mode === 'clearance' && isOpen(state) && now >= dueAt;
}

/** Whether a document was reported after its deadline, or is past it and has still to be reported. */
export function isLate({ mode, state, dueAt, acceptedAt }: Deadline, now: number): boolean {
  if (mode !== 'reporting') return false;
  if (state === 'accepted') return acceptedAt !== undefined && acceptedAt > dueAt;
  return isOpen(state) && now >= dueAt;
}

function isOpen(state: SubmissionState): boolean {
  return state === 'waiting' || state === 'sending' || state === 'parked';
}
