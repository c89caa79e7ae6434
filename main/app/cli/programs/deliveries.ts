import type { Delivery, DeliveryState } from '../../../../shared/contract/programs/webhooks.ts';
import { wholeNumber } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';
import { type OnTerminal, print, work } from './integration.ts';

/* `khatm integration webhook deliveries` and `resend`: the deliveries that receivers did not get. */

interface Which {
  readonly receiver?: string;
}

/** Prints deliveries, newest first: those that were given up, unless other states are named. */
export const listDeliveries = (options: OnTerminal & Which & { state: DeliveryState[]; limit: string }) =>
  work({ ...options, id: options.receiver ?? '', what: 'receiver' }, async (ask) => {
    const { state: states, receiver: endpoint, limit: text } = options;
    const limit = wholeNumber('--limit', text, { least: 1, most: 200 });
    const answer = await ask('webhook.deliveries', { states, endpoint, limit });
    const { waiting, dead } = answer.counts;
    print(options, answer, [`given up: ${dead}, waiting: ${waiting}`, ...answer.rows.map(deliveryLine)]);
  });

/** Sends a delivery again and prints it, or sends all that were given up and prints their number. */
export async function resendDeliveries(
  id: string | undefined,
  options: OnTerminal & Which & { all?: boolean },
): Promise<void> {
  const { receiver: endpoint, all = false } = options;
  if ((id === undefined) !== all) throw new UsageError('resend: name one delivery, or --all');
  if (id !== undefined && endpoint !== undefined) throw new UsageError('--receiver: only with --all');
  await work({ ...options, id: id ?? endpoint ?? '', what: id ? 'delivery' : 'receiver' }, async (ask) => {
    if (id === undefined) {
      const answer = await ask('webhook.resendAll', { endpoint });
      return print(options, answer, [`sent again: ${answer.count}`]);
    }
    const delivery = await ask('webhook.resend', { id });
    print(options, delivery, [deliveryLine(delivery)]);
    if (delivery.state !== 'delivered') process.exitCode = 1;
  });
}

function deliveryLine({ id, createdAt, type, url, state, attempts, failure, httpStatus }: Delivery): string {
  const why = [failure, httpStatus === undefined ? undefined : `HTTP ${httpStatus}`].filter(Boolean);
  const ended = state === 'delivered' || why.length === 0 ? '' : `  ${why.join(', ')}`;
  const receiver = URL.canParse(url) ? new URL(url).host : '';
  return `${id}  ${createdAt}  ${type}  ${receiver}  ${state} after ${attempts} attempts${ended}`;
}
