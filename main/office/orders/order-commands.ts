import { parseArgs } from 'node:util';
import { givenOrderSchema } from '../../../shared/office/given-order.ts';
import { stopReasons } from '../../../shared/office/wire/orders.ts';
import { readPlain } from '../../base/outside/outside-folder.ts';
import { tenantNamed } from '../tills/tills.ts';
import { makeGiven } from './given-order.ts';
import { confirmOrder, listOrders, type OrderContext, sendOrder } from './orders.ts';
import { askRelease, confirmRelease } from './releases.ts';
import { askStop, confirmStop } from './stops.ts';

/* The usage of `office order`, `orders` and `stop`. */

export const orderUsage = `office order FILE --till N[,N…] --by NAME [--hours N]   FILE: the order as JSON
office order confirm --till N --request R --by NAME   R: the number of one that makes a manager; another person
office orders [--till N]
office stop ask --till N --why ${stopReasons.join('|')} --by NAME [--lift]
office stop confirm --till N --request R --by NAME   another person than the one who asked
office release ask --till N --reason TEXT --by NAME   for a till that was refused, and mended
office release confirm --till N --request R --by NAME`;

const options = {
  data: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  till: { type: 'string', default: '' },
  by: { type: 'string', default: '' },
  why: { type: 'string', default: '' },
  request: { type: 'string', default: '' },
  reason: { type: 'string', default: '' },
  hours: { type: 'string', default: '168' },
  lift: { type: 'boolean', default: false },
} as const;

/** The most bytes of a file with an order: a long list of articles has fewer. */
const mostOrderBytes = 16 * 1024 ** 2;

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true });
type Parsed = ReturnType<typeof parse>;

export async function orderCommand(context: OrderContext, args: string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const [file] = positionals;
  if (file === undefined || values.by === '') throw new TypeError(orderUsage);
  if (file === 'confirm') return confirmCommand(context, values);
  const given = givenOrderSchema.parse(
    readOrder(file, (await readPlain(file, mostOrderBytes)).toString('utf8')),
  );
  const tenant = await tenantNamed(context.database, values.tenant);
  const until = context.now() + Number(values.hours) * 3_600_000;
  for (const device of tillsOf(values)) {
    const number = await sendOrder(context, { tenant, device, make: makeGiven(given), by: values.by, until });
    console.log(`till ${device}: order ${number}`);
  }
}

async function confirmCommand(context: OrderContext, values: Parsed['values']): Promise<void> {
  const [device] = tillsOf(values);
  if (device === undefined) throw new TypeError(orderUsage);
  const tenant = await tenantNamed(context.database, values.tenant);
  await confirmOrder(context, { tenant, device, number: requestOf(values), by: values.by });
  console.log('confirmed');
}

function readOrder(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would show a piece of the order, which may have PINs.
    throw new Error(`${file} is not JSON`);
  }
}

export async function ordersCommand(
  context: Pick<OrderContext, 'database' | 'now'>,
  args: string[],
): Promise<void> {
  const { values } = parse(args);
  const tenant = await tenantNamed(context.database, values.tenant);
  const [device] = values.till === '' ? [] : tillsOf(values);
  for (const order of await listOrders(context, { tenant, device })) {
    const { till, number, kind, state, why, by, createdAt } = order;
    const cause = why === null ? '' : ` (${onOneLine(why)})`;
    console.log(`${onOneLine(till)}, ${number}: ${kind}, ${state}${cause}, ${onOneLine(by)}, ${createdAt}`);
  }
}

export async function stopCommand(context: OrderContext, args: string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const { by, lift } = values;
  const [device] = tillsOf(values);
  if (device === undefined || by === '') throw new TypeError(orderUsage);
  const tenant = await tenantNamed(context.database, values.tenant);
  if (positionals[0] === 'ask') {
    const why = stopReasons.find((each) => each === values.why);
    if (why === undefined) throw new TypeError(orderUsage);
    const request = await askStop(context, { tenant, device, stopped: !lift, why, by });
    console.log(`asked as ${request}; another person confirms this request within a day`);
  } else if (positionals[0] === 'confirm') {
    const request = requestOf(values);
    const done = await confirmStop(context, { tenant, device, request, by });
    const { order, isFrozen, icv, serial, lastContact } = done;
    console.log(order === undefined ? 'the till has left: no order' : `order ${order}`);
    if (!isFrozen) return;
    console.log(`chain frozen at ${icv}, last contact ${lastContact.toISOString()}
Now, in the authority's portal:
1. Sign in as the taxpayer and open the list of onboarded devices.
2. Find ${serial} and revoke its certificate. The head office cannot do that.
3. Note the time, and who did it.
4. What the till issued after ${icv} is in quarantine, if it comes at all: tell your adviser.`);
  } else throw new TypeError(orderUsage);
}

export async function releaseCommand(context: OrderContext, args: string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const { by, reason } = values;
  const [device] = tillsOf(values);
  if (device === undefined || by === '') throw new TypeError(orderUsage);
  const tenant = await tenantNamed(context.database, values.tenant);
  if (positionals[0] === 'ask' && reason !== '') {
    const request = await askRelease(context, { tenant, device, reason, by });
    console.log(`asked as ${request}; another person confirms this request within a day`);
  } else if (positionals[0] === 'confirm') {
    await confirmRelease(context, { tenant, device, request: requestOf(values), by });
    console.log('released');
  } else throw new TypeError(orderUsage);
}

function requestOf({ request }: Parsed['values']): number {
  const number = Number(request);
  if (!Number.isSafeInteger(number) || number < 1) throw new TypeError(orderUsage);
  return number;
}

/** Replaces control characters in a till's text, which could move the cursor of the person who reads it. */
const onOneLine = (text: string) => text.replaceAll(/\p{C}/gu, '\u{fffd}');

function tillsOf({ till }: Parsed['values']): number[] {
  const numbers = till.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1)) throw new TypeError(orderUsage);
  return numbers;
}
