import { mostOrders, type Told } from '../../../shared/office/wire/orders.ts';
import { answersWithin } from '../database/database.ts';
import { allTenants } from '../tills/all-tenants.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type OrderContext, signAgain } from './orders.ts';

/*
 * Sends orders with the answer to a post. Thousands of tills post all the time and few have orders, so a process finds
 * those few from time to time, and reads only their orders.
 */

/** The number of times that one order may be signed. Otherwise a till that always loses it would keep the office busy. */
const mostSignings = 5;
/** The number of milliseconds after which the tills with orders are looked up again. */
const pollIntervalMs = 2_000;

export function createOrderBoard(context: OrderContext, { every = pollIntervalMs } = {}) {
  const { now } = context;
  let waiting: Promise<ReadonlySet<number>> | undefined;
  let looked = Number.NEGATIVE_INFINITY;

  function tillsWithOrders(): Promise<ReadonlySet<number>> {
    if (waiting !== undefined && now() - looked < every) return waiting;
    looked = now();
    waiting = lookUp(context);
    waiting.catch(() => {
      waiting = undefined;
    });
    return waiting;
  }

  return {
    /** Records the till's answers to its orders, and returns the signed orders for it. */
    async answer(key: ChainKey, told: Told): Promise<string[]> {
      if (told.answers.length === 0 && !(await tillsWithOrders()).has(key.device)) return [];
      return context.database.within(
        { tenant: key.tenant },
        async (client) => {
          for (const { number, result, why = null } of told.answers)
            await client.query(
              `UPDATE till_order SET token = NULL, answered_at = $3, result = $4, why = $5
             WHERE device = $1 AND number = $2 AND answered_at IS NULL`,
              [key.device, number, new Date(now()), result, why?.replaceAll('\0', '\u{fffd}')],
            );
          const { rows } = await client.query<{ number: number; kind: string; signings: number }>(
            `SELECT number, kind, signings FROM till_order WHERE device = $1 AND answered_at IS NULL AND token IS NOT NULL AND NOT held
             AND number <= $2 AND expires_at > $3 AND NOT number = ANY ($4::integer[]) ORDER BY number`,
            [key.device, told.last, new Date(now()), told.working],
          );
          for (const { number, kind, signings } of rows) {
            // An OTP may already be used; the other orders can be sent twice without harm.
            if (kind === 'otp' || signings >= mostSignings)
              await client.query(
                `UPDATE till_order SET token = NULL, answered_at = $3, result = 'failed', why = 'lost'
               WHERE device = $1 AND number = $2`,
                [key.device, number, new Date(now())],
              );
            else await signAgain(context, client, { ...key, number }, told.last);
          }
          const { rows: next } = await client.query<{ token: string }>(
            `SELECT token FROM till_order WHERE device = $1 AND answered_at IS NULL AND token IS NOT NULL AND NOT held
             AND number > $2 AND expires_at > $3 ORDER BY number LIMIT $4`,
            [key.device, told.last, new Date(now()), mostOrders],
          );
          return next.map(({ token }) => token);
        },
        '',
        answersWithin,
      );
    },
  };
}

export type OrderBoard = ReturnType<typeof createOrderBoard>;

/** Finds the tills with orders, and deletes expired orders: nobody needs these, and an OTP is a secret. */
async function lookUp({ database, now }: OrderContext): Promise<ReadonlySet<number>> {
  const devices = new Set<number>();
  for (const tenant of await allTenants(database))
    await database.within(
      { tenant },
      async (client) => {
        await client.query(
          'UPDATE till_order SET token = NULL WHERE token IS NOT NULL AND expires_at <= $1',
          [new Date(now())],
        );
        const { rows } = await client.query<{ device: number }>(
          'SELECT DISTINCT device FROM till_order WHERE answered_at IS NULL AND token IS NOT NULL AND NOT held',
        );
        for (const { device } of rows) devices.add(device);
      },
      '',
      answersWithin,
    );
  return devices;
}
