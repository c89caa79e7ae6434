import type { Scope } from '../database/database.ts';

/** The commander: a person who signed in, or a name that was given at the machine itself. */
export interface ByPerson {
  /** The tills that the person may command; the whole tenant where left out. */
  readonly scope?: Scope | undefined;
  /** Null, or left out: the command line. */
  readonly person?: number | null | undefined;
  /** The name, which the log and the orders keep. */
  readonly by: string;
}

/** Milliseconds for which a request waits for the second person. */
export const confirmWithin = 24 * 3_600_000;

/** Names in another spelling are one person. */
export const isSame = (one: string, other: string): boolean =>
  one.normalize('NFKC').trim().toLowerCase() === other.normalize('NFKC').trim().toLowerCase();
