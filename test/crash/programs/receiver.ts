import { createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { createRandom } from '../random.ts';
import type { ReceiverOrder, ReceiverStart, Recorded } from './receiver-messages.ts';

/*
 * A receiver of the shop's events with strict checks, like one that another company might write. It records an event
 * before it answers. On request it fails and dies as such programs do.
 */

const { port, identityFile, eventsFile, seed, secret }: ReceiverStart = JSON.parse(
  process.env.KHATM_RECEIVER ?? '{}',
);

const instant = z.iso.datetime();
const amount = z.string().regex(/^-?\d+\.\d\d$/);
/** The body as the specification defines it. `data` has only the documented fields. */
const bodySchema = z.strictObject({
  id: z.uuid(),
  type: z.enum(['invoice.cleared', 'invoice.rejected', 'invoice.reported', 'invoice.parked']),
  createdAt: instant,
  data: z.strictObject({
    invoiceId: z.string(),
    invoiceUuid: z.uuid(),
    status: z.string().optional(),
    clearedAt: instant.optional(),
    number: z.string(),
    kind: z.string(),
    customer: z.enum(['consumer', 'business']),
    issuedAt: instant,
    trueAt: instant.optional(),
    currency: z.string().length(3),
    payable: amount,
    vat: amount,
    saleId: z.uuid().optional(),
    corrects: z.array(z.string()).optional(),
    replaces: z.string().optional(),
    firstSaleId: z.uuid().optional(),
    late: z.literal(true).optional(),
    environment: z.enum(['training', 'simulation', 'production']),
    messages: z.array(z.looseObject({})),
    httpStatus: z.int().optional(),
  }),
});
const windowSeconds = 300;

/** The failures that happen before or after the receiver has recorded the event. */
const failures = ['error', 'busy', 'cut', 'redirect', 'refuse', 'die', 'cut-after', 'die-after'] as const;

const random = createRandom(seed);
let { failing, aheadMs }: ReceiverOrder = { failing: 0, aheadMs: 0 };
const file = openSync(eventsFile, 'a');
process.once('exit', () => closeSync(file));

function record(recorded: Recorded): void {
  writeSync(file, `${JSON.stringify(recorded)}\n`);
}

const die = () => process.kill(process.pid, 'SIGKILL');

/** Returns the fault of a request, or undefined. */
function faultOf({ headers }: IncomingMessage, body: Buffer): string | undefined {
  const signature = Buffer.from(String(headers['x-service-signature']));
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return 'its signature';
  const [, seconds = '', hex = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['khatm-signature'])) ?? [];
  const timed = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  if (timed !== hex) return 'its signature with the time';
  for (const time of [Number(headers['x-service-timestamp']), Number(seconds)]) {
    const age = (Date.now() + aheadMs) / 1000 - time;
    if (!(Math.abs(age) <= windowSeconds)) return `its time, ${age} s`;
  }
  if (!z.uuid().safeParse(headers['x-service-delivery']).success) return 'its delivery id';
  const parsed = bodySchema.safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) return `its body: ${parsed.error.message}`;
  return parsed.data.type === headers['x-service-event'] ? undefined : 'its kind';
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const say = (status: number, headers = {}) => void response.writeHead(status, headers).end();
  const fault = faultOf(request, body);
  const delivery = String(request.headers['x-service-delivery']);
  if (fault !== undefined) {
    record({ delivery, body: body.toString('utf8'), fault });
    return say(400);
  }
  const failure = random.chance(failing) ? random.pick(failures) : undefined;
  switch (failure) {
    case 'error':
      return say(500);
    case 'busy':
      return say(503, { 'retry-after': '1' });
    case 'cut':
      return void response.destroy();
    case 'redirect':
      return say(302, { location: 'https://127.0.0.1/elsewhere' });
    case 'refuse':
      return say(400);
    case 'die':
      return void die();
    default:
  }
  record({ delivery, body: body.toString('utf8') });
  if (failure === 'cut-after') return void response.destroy();
  if (failure === 'die-after') return void die();
  say(200);
}

createServer(JSON.parse(readFileSync(identityFile, 'utf8')), (request, response) => {
  answer(request, response).catch(() => response.destroy());
}).listen(port, '127.0.0.1', () => console.log('listening'));

for await (const line of createInterface({ input: process.stdin })) ({ failing, aheadMs } = JSON.parse(line));
process.exit();
