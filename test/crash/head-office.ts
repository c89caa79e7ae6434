import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inboundPath } from '../../shared/contract/programs/remote.ts';
import type { Random } from './random.ts';
import { type ApiAccess, callApi } from './till/till-api.ts';
import { createWorkload, type Workload } from './workload.ts';

/** An event that the terminal acknowledged with 2xx. */
export interface SentEvent {
  readonly id: string;
  readonly deliveryId: string;
  readonly invoiceUuid: string;
  readonly status: string;
  readonly body: string;
  /** The time of the event, in milliseconds since 1970. No two events of an invoice have the same time. */
  readonly createdAt: number;
}

/**
 * Another system, which sends the events of its invoices to the terminal and repeats each one until the answer is 2xx.
 */
export interface HeadOffice extends Workload {
  /** The events, in the order in which they were acknowledged. */
  readonly acknowledged: readonly SentEvent[];
  readonly complaints: readonly string[];
}

const timeoutMs = 5_000;
const shortTimeoutMs = 8;
const hangsUp = 0.2;
const asksAgain = 0.3;
const betweenTriesMs = 30;
/** The number of events of one invoice, before those of the next. */
const eventsPerInvoice = 6;

export function createHeadOffice(
  name: string,
  api: ApiAccess,
  secret: string,
  now: () => number,
): HeadOffice {
  const acknowledged: SentEvent[] = [];
  const complaints: string[] = [];
  const begunAt = now();
  let lastAnswer = 'none';

  function makeEvent(number: number, random: Random): SentEvent {
    const uuid = (what: string) => {
      const hex = createHash('sha256').update(`${name} ${what}`).digest('hex');
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
    };
    const id = uuid(`event ${number}`);
    const invoiceUuid = uuid(`invoice ${Math.floor(number / eventsPerInvoice)}`);
    // All times are in the past and in any order, because an older event must not replace a newer one.
    const createdAt = begunAt - random.whole(1, 1_000) * 1_000 + (number % 1_000);
    const type = random.pick(['invoice.cleared', 'invoice.rejected']);
    const status = `${type === 'invoice.cleared' ? 'CLEARED' : 'NOT_CLEARED'}-${number}`;
    const data = { invoiceId: `HO-${number}`, invoiceUuid, status };
    const body = JSON.stringify({ id, type, createdAt: new Date(createdAt).toISOString(), data });
    return { id, deliveryId: uuid(`delivery ${number}`), invoiceUuid, status, body, createdAt };
  }

  async function send({ deliveryId, body }: SentEvent, timeout: number): Promise<boolean> {
    const { status, text } = await callApi(api, {
      path: inboundPath,
      headers: {
        'content-type': 'application/json',
        'x-service-delivery': deliveryId,
        'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        'x-service-timestamp': String(Math.floor(now() / 1000)),
      },
      body,
      timeoutMs: timeout,
    });
    lastAnswer = `${status} ${text}`;
    if (status >= 400 && status < 500) complaints.push(`delivery ${deliveryId}: ${status} ${text}`);
    return status >= 200 && status < 300;
  }

  async function deliver(event: SentEvent, random: Random): Promise<void> {
    for (let more = random.chance(asksAgain) ? 2 : 1; more > 0; ) {
      const timeout = random.chance(hangsUp) ? shortTimeoutMs : timeoutMs;
      const isTaken = await send(event, timeout).catch((error) => {
        lastAnswer = String(error);
        return false;
      });
      if (isTaken) more -= 1;
      else await pause(betweenTriesMs);
    }
    acknowledged.push(event);
  }

  return {
    acknowledged,
    complaints,
    ...createWorkload({
      whose: 'head office',
      run: (number, random) => deliver(makeEvent(number, random), random),
      lastAnswer: () => lastAnswer,
    }),
  };
}
