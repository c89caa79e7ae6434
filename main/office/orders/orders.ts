import { CompactEncrypt, importJWK } from 'jose';
import type { PoolClient } from 'pg';
import { fail } from '../../../shared/failure.ts';
import type { SentOrderRow } from '../../../shared/office/orders.ts';
import { type PublicKey, publicKeySchema } from '../../../shared/office/wire/enrolment.ts';
import { type Order, type OrderInput, orderSchema } from '../../../shared/office/wire/orders.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { writeLine } from '../people/office-log.ts';
import { type ByPerson, confirmWithin, heldOrders, refuseOnePerson } from './by-person.ts';
import type { OrderSigner } from './order-key.ts';

/* Orders to tills. They are signed, numbered for each till, and kept until they are answered or expired. */

export interface OrderContext {
  readonly database: OfficeDatabase;
  readonly signer: OrderSigner;
  readonly now: () => number;
}

/** Makes an order for one till: its secrets are encrypted to the till's own key. */
export type MakeOrder = (encrypt: (text: string) => Promise<string>) => OrderInput | Promise<OrderInput>;

export interface NewOrder extends ByPerson {
  readonly tenant: number;
  readonly device: number;
  readonly make: MakeOrder;
  /** The time in milliseconds since 1970. */
  readonly until: number;
}

interface TillRow {
  entity: number;
  branch: number;
  public_key: unknown;
  ledger: string;
  frozen_at: Date | null;
}

/**
 * Signs an order for a till and stores it; the till gets it with its next post.
 * @returns its number
 * @throws FailureError `not-found` for a till that is not enrolled, or has left; `not-allowed` for a stolen one, which
 * gets only a stop
 */
export async function sendOrder(context: OrderContext, given: NewOrder): Promise<number> {
  const { tenant, scope = { tenant }, device, by, person = null } = given;
  return context.database.within(scope, async (client) => {
    const number = await insertOrder(context, client, given);
    const { rows } = await client.query<{ kind: string }>(
      'SELECT kind FROM till_order WHERE device = $1 AND number = $2',
      [device, number],
    );
    // The content may be secret, so the log has only the kind.
    const detail = { device, number, kind: rows[0]?.kind, by };
    await writeLine(client, { tenant, person, action: 'order.given', detail }, context.now());
    return number;
  });
}

/** Signs and stores an order as `sendOrder` does, within a transaction. */
export async function insertOrder(
  { signer, now }: OrderContext,
  client: PoolClient,
  { tenant, device, make, by, person = null, until }: NewOrder,
): Promise<number> {
  const { entity, branch, public_key: publicKey, ledger, frozen_at: frozen } = await lockTill(client, device);
  const key = publicKeySchema.parse(publicKey);
  const order = orderSchema.parse(await make((text) => encryptTo(key, text)));
  if (frozen !== null && order.kind !== 'stop') fail('not-allowed');
  const number = await nextNumber(client, device);
  const subject = `${tenant}.${device}`;
  const token = await signer.sign({ subject, ledger, number, from: now(), until, order });
  await client.query(
    `INSERT INTO till_order
       (tenant, entity, branch, device, number, kind, ordered_by, created_at, expires_at, token, held, asked_person)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[tenant, entity, branch, device, number, order.kind, by, new Date(now()), new Date(until), token],
      ...[needsTwo(order), person],
    ],
  );
  return number;
}

/** Returns true for an order that makes a manager or gives one a PIN: who has it can do everything at the till. */
const needsTwo = (order: Order): boolean =>
  order.kind === 'people' && order.save.some(({ role }) => role === 'manager');

/**
 * Lets the till have an order that one person gave and a second one agrees to.
 * @throws FailureError `not-found` for an order that does not wait, or not since a day; `not-allowed` as
 * `refuseOnePerson`
 */
export async function confirmOrder(
  { database, now }: Pick<OrderContext, 'database' | 'now'>,
  {
    tenant,
    scope = { tenant },
    device,
    number,
    by,
    person = null,
  }: ByPerson & { tenant: number; device: number; number: number },
): Promise<void> {
  await database.within(scope, async (client) => {
    const { rows } = await client.query<{ askedBy: string; askedPerson: number | null }>(
      `SELECT ordered_by AS "askedBy", asked_person AS "askedPerson" FROM till_order AS o
       WHERE device = $1 AND number = $2 AND ${heldOrders('$3')} FOR UPDATE`,
      [device, number, new Date(now() - confirmWithin)],
    );
    const [order = fail('not-found')] = rows;
    await refuseOnePerson(client, order, { by, person }, now());
    await client.query('UPDATE till_order SET held = false WHERE device = $1 AND number = $2', [
      device,
      number,
    ]);
    const detail = { device, number, askedBy: order.askedBy, by };
    await writeLine(client, { tenant, person, action: 'order.confirmed', detail }, now());
  });
}

/** Locks a till, so that its orders are numbered one after the other. */
async function lockTill(client: PoolClient, device: number): Promise<TillRow> {
  const { rows } = await client.query<TillRow>(
    `SELECT d.entity, d.branch, d.public_key, d.frozen_at, c.ledger FROM device AS d
     JOIN chain AS c USING (device) WHERE d.device = $1 AND d.public_key IS NOT NULL AND d.left_at IS NULL
     ORDER BY c.generation DESC LIMIT 1 FOR UPDATE OF d`,
    [device],
  );
  return rows[0] ?? fail('not-found');
}

async function nextNumber(client: PoolClient, device: number, above = 0): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    'SELECT greatest(coalesce(max(number), 0), $2::integer) + 1 AS number FROM till_order WHERE device = $1',
    [device, above],
  );
  return rows[0]?.number ?? fail('internal');
}

async function encryptTo(key: PublicKey, text: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text, 'utf8'))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(key, 'ECDH-ES'));
}

/**
 * Signs an order again under a number that the till has not seen yet.
 * @param above the highest number that it has
 */
export async function signAgain(
  { signer, now }: OrderContext,
  client: PoolClient,
  { tenant, device, number }: { tenant: number; device: number; number: number },
  above: number,
): Promise<void> {
  const { ledger } = await lockTill(client, device);
  const { rows } = await client.query<{ token: string; until: Date }>(
    'SELECT token, expires_at AS until FROM till_order WHERE device = $1 AND number = $2 AND token IS NOT NULL',
    [device, number],
  );
  const [row] = rows;
  if (row === undefined) return;
  const again = await nextNumber(client, device, above);
  const subject = `${tenant}.${device}`;
  const until = row.until.getTime();
  const order = orderIn(row.token);
  const token = await signer.sign({ subject, ledger, number: again, from: now(), until, order });
  await client.query(
    `INSERT INTO till_order
       (tenant, entity, branch, device, number, kind, ordered_by, created_at, expires_at, token, signings)
     SELECT tenant, entity, branch, device, $3, kind, ordered_by, $4, expires_at, $5, signings + 1
     FROM till_order WHERE device = $1 AND number = $2`,
    [device, number, again, new Date(now()), token],
  );
  await client.query(
    `UPDATE till_order SET token = NULL, answered_at = $3, result = 'refused', why = 'lost', again = $4
     WHERE device = $1 AND number = $2`,
    [device, number, new Date(now()), again],
  );
}

function orderIn(token: string): unknown {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { order: unknown }).order;
}

/** Returns the last orders, newest first. */
export function listOrders(
  { database, now }: Pick<OrderContext, 'database' | 'now'>,
  {
    tenant,
    scope = { tenant },
    device,
    limit = 100,
  }: { tenant: number; scope?: Scope; device?: number | undefined; limit?: number },
): Promise<SentOrderRow[]> {
  return database.atOneMoment(scope, (client) =>
    contractRows(
      client,
      `SELECT o.device, d.name AS till, o.number, o.kind, o.ordered_by AS by, o.created_at AS "createdAt",
         o.expires_at AS "expiresAt", o.why,
         coalesce(o.result, CASE WHEN o.expires_at < $3 THEN 'over' ELSE 'waiting' END) AS state
       FROM till_order AS o JOIN device AS d USING (device) WHERE $1::integer IS NULL OR o.device = $1
       ORDER BY o.created_at DESC, o.number DESC LIMIT $2`,
      [device ?? null, limit, new Date(now())],
    ),
  );
}
