import type { PoolClient } from 'pg';
import { fail } from '../../../shared/failure.ts';
import { commanders } from '../../../shared/office/orders.ts';
import type { Scope } from '../database/database.ts';
import { isSameName } from '../people/look-of-name.ts';

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
    : isSameName(request.askedBy, by);

/**
 * The number of milliseconds for which two people count as one, of whom one gave the other a link: the maker of a link can
 * use it, too.
 */
const oneFor = 7 * 24 * 3_600_000;

/**
 * Checks that the person who confirms is a second one, and not somebody whom the first one let in lately, or who let in
 * the first one, through any number of others.
 * @throws FailureError `not-allowed`
 */
export async function refuseOnePerson(
  client: PoolClient,
  request: { readonly askedBy: string; readonly askedPerson: number | null },
  confirmer: Pick<ByPerson, 'by' | 'person'>,
  now: number,
): Promise<void> {
  if (isAsker(request, confirmer)) fail('not-allowed');
  const { rowCount } = await client.query(
    `WITH RECURSIVE near AS (
       SELECT $1::integer AS person
       UNION
       SELECT CASE WHEN p.person = n.person THEN p.invited_by ELSE p.person END
       FROM near AS n JOIN person AS p ON p.person = n.person OR p.invited_by = n.person
       WHERE p.invited_by IS NOT NULL AND p.invited_at > $3
     ) SELECT FROM near WHERE person = $2`,
    [request.askedPerson, confirmer.person ?? null, new Date(now - oneFor)],
  );
  if (rowCount !== 0) fail('not-allowed');
}

/** A condition: the request lapses with the right of the person who made it. */
export const stillAsks = (request: string) => `(${request}.asked_person IS NULL OR EXISTS (
  SELECT FROM person AS p WHERE p.person = ${request}.asked_person AND p.removed_at IS NULL
    AND p.role IN (${commanders.map((role) => `'${role}'`).join(', ')})))`;

/** The condition for the orders `o` that wait for a second person. @param since the parameter of the earliest time */
export const heldOrders = (since: string) =>
  `o.held AND o.token IS NOT NULL AND o.created_at > ${since} AND ${stillAsks('o')}`;
