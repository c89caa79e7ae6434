import type { Scope } from '../database/database.ts';

/** The person who gives orders: one who signed in, or a name given at the machine itself. */
export interface ByPerson {
  /** The tills to which the person may give orders; by default all of the tenant's. */
  readonly scope?: Scope | undefined;
  /** The id of the person; null or omitted for the command line. */
  readonly person?: number | null | undefined;
  /** The name, which the log and the orders store. */
  readonly by: string;
}

/** The number of milliseconds for which a request waits for the second person. */
export const confirmWithin = 24 * 3_600_000;

/**
 * Returns true when this is the person who asked. People are compared by id, since a name can change in between; the
 * command line has only names.
 */
export const isAsker = (
  request: { readonly askedBy: string; readonly askedPerson: number | null },
  { by, person = null }: Pick<ByPerson, 'by' | 'person'>,
): boolean =>
  request.askedPerson !== null && person !== null
    ? request.askedPerson === person
    : isSame(request.askedBy, by);

/** Returns true for two spellings of one name, which count as one person. */
const isSame = (one: string, other: string): boolean =>
  one.normalize('NFKC').trim().toLowerCase() === other.normalize('NFKC').trim().toLowerCase();
