import type { Scope } from '../database/database.ts';

/** The person in command: a person who signed in, or a name that was given at the machine itself. */
export interface ByPerson {
  /** The tills that the person may command; the whole tenant by default. */
  readonly scope?: Scope | undefined;
  /** Null, or left out: the command line. */
  readonly person?: number | null | undefined;
  /** The name, which the log and the orders keep. */
  readonly by: string;
}

/** Milliseconds for which a request waits for the second person. */
export const confirmWithin = 24 * 3_600_000;

/**
 * Returns true when the person who asked is this one. A name can be changed between the two; at the command line it is
 * all there is.
 */
export const isAsker = (
  asked: { readonly asked_by: string; readonly asked_person: number | null },
  { by, person = null }: Pick<ByPerson, 'by' | 'person'>,
): boolean =>
  asked.asked_person !== null && person !== null ? asked.asked_person === person : isSame(asked.asked_by, by);

/** Names in another spelling are one person. */
const isSame = (one: string, other: string): boolean =>
  one.normalize('NFKC').trim().toLowerCase() === other.normalize('NFKC').trim().toLowerCase();
