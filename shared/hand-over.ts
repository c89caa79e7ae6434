import { type Deadline, isClearanceOverdue } from './values/deadline.ts';

/*
 * The only rule for handing a document to a buyer; screens, banner, automatic printing and paper all use it. A
 * simplified document is valid at once, a standard one when it is cleared. If the authority does not answer, two
 * interpretations differ on handing it over earlier, and a manager chooses one.
 */

/**
 * afterPatience: it may be handed over uncleared if the authority has not answered in the minutes that a buyer waits ·
 * clearedFirst: never before clearance. The gateway profile has the sources of both.
 */
export const handOverRules = ['afterPatience', 'clearedFirst'] as const;
export type HandOverRule = (typeof handOverRules)[number];

/**
 * yes: it may be handed over · uncleared: it may be, and the cleared copy follows · wait: not before clearance ·
 * overdue: not before clearance, and the buyer has waited long · no: it was rejected.
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
