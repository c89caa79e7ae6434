import { FailureError } from '../../../shared/failure.ts';
import type { OfficeName } from '../../../shared/office/contract.ts';
import { refuse } from '../../../shared/office/failure.ts';
import { readArticleTable } from '../orders/article-table.ts';
import { makeGiven } from '../orders/given-order.ts';
import { confirmOrder, listOrders, type MakeOrder, type OrderContext, sendOrder } from '../orders/orders.ts';
import { askRelease, confirmRelease } from '../orders/releases.ts';
import { askStop, confirmStop } from '../orders/stops.ts';
import { listPending } from '../views/pending.ts';
import type { CallContext, Handlers } from './call-context.ts';

const mostListed = 200;
const day = 24 * 3_600_000;

/**
 * Returns the name of the person who gives orders, as orders store it. Two people with one name have different
 * addresses.
 */
export function commander({ by }: CallContext) {
  const { tenant, person, scope, name, email } = by ?? refuse('signed-out');
  return { tenant, person, scope, by: `${name} (${email})` };
}

export function orderContextOf({ database, signer, now }: CallContext): OrderContext {
  return { database, signer: signer ?? refuse('no-order-key'), now: () => now };
}

/** A confirmation by the person who asked is refused with a message of its own. */
async function asSecondPerson<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'not-allowed') return refuse('second-person');
    throw error;
  }
}

/** Sends orders to each of these tills. A till that left or was stolen gets none; the others still get theirs. */
async function sendToAll(
  context: CallContext,
  devices: readonly number[],
  days: number,
  makes: readonly MakeOrder[],
): Promise<{ sent: number; left: number }> {
  const office = orderContextOf(context);
  const by = commander(context);
  const until = context.now + days * day;
  const tills = new Set(devices);
  let left = 0;
  for (const device of tills)
    try {
      for (const make of makes) await sendOrder(office, { ...by, device, make, until });
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      left += 1;
    }
  return { sent: tills.size - left, left };
}

export const orderHandlers: Handlers<
  Extract<OfficeName, `order.${string}` | `stop.${string}` | `release.${string}`>
> = {
  'order.list': async ({ device }, context) => {
    const { by, person, scope, tenant } = commander(context);
    const { database, now } = context;
    return {
      now: new Date(now).toISOString(),
      orders: await listOrders({ database, now: () => now }, { tenant, scope, device, limit: mostListed }),
      pending: await listPending(database, scope, { device, by, person, now }),
    };
  },
  'order.send': ({ devices, order, days }, context) => sendToAll(context, devices, days, [makeGiven(order)]),
  'order.articles': async ({ devices, table, from, days }, context) => {
    const { tenant } = commander(context);
    const { orders, faults } = readArticleTable(table, tenant, from);
    if (faults.length > 0 || orders.length === 0) return { sent: 0, left: 0, faults: [...faults] };
    const makes = orders.map((order) => () => order);
    return { ...(await sendToAll(context, devices, days, makes)), faults: [] };
  },
  'order.confirm': async ({ device, request: number }, context) => {
    // A number of an order is small; another one is of no order.
    if (number >= 2 ** 31) return refuse('not-found');
    await asSecondPerson(confirmOrder(orderContextOf(context), { ...commander(context), device, number }));
    return {};
  },
  'stop.ask': async (given, context) => ({
    request: await askStop(orderContextOf(context), { ...commander(context), ...given }),
  }),
  'stop.confirm': async (given, context) => {
    const done = confirmStop(orderContextOf(context), { ...commander(context), ...given });
    const { isFrozen, icv, serial, lastContact } = await asSecondPerson(done);
    return { isFrozen, icv, serial, lastContact: lastContact.toISOString() };
  },
  'release.ask': async (given, context) => ({
    request: await askRelease(orderContextOf(context), { ...commander(context), ...given }),
  }),
  'release.confirm': async (given, context) => {
    await asSecondPerson(confirmRelease(orderContextOf(context), { ...commander(context), ...given }));
    return {};
  },
};
