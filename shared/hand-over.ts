import { type Deadline, isClearanceOverdue } from './deadline.ts';

/*
 * The only rule for what a buyer may be given. Screen, banner, automatic printing and paper all use it. A simplified
 * document is valid at once. A standard one is valid when it is cleared; there are two readings of whether it may be
 * handed over earlier if the authority does not answer, and a manager chooses one.
 */

/**
 * afterPatience: uncleared, once the authority has not answered in the minutes that a buyer waits · clearedFirst: never
 * before clearance. The gateway profile has the sources of both.
 */
export const handOverRules = ['afterPatience', 'clearedFirst'] as const;
export type HandOverRule = (typeof handOverRules)[number];

/**
 * yes · uncleared: unchanged, and the cleared one follows · wait: not before clearance · overdue: the same, and the
 * buyer has waited long · no: rejected.
 */
export type HandOver = 'yes' | 'uncleared' | 'wait' | 'overdue' | 'no';

/** Decides whether a document may be handed over now. @param now milliseconds since 1970 */
export function handOverOf(document: Deadline, rule: HandOverRule, now: number): HandOver {
  const { state, mode } = document;
  if (state === 'rejected') return 'no';
  if (mode === 'reporting' || state === 'accepted') return 'yes';
  if (!isClearanceOverdue(document, now)) return 'wait';
  return rule === 'afterPatience' ? 'uncleared' : 'overdue';
}

/** Returns true when a buyer may be given the document in its present form. */
export const mayHandOver = (decision: HandOver): boolean => decision === 'yes' || decision === 'uncleared';
