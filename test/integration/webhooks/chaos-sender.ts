import path from 'node:path';
import { parseArgs } from 'node:util';
import { lookup } from '../../../main/base/network/addresses.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { createWebhookSender } from '../../../main/integration/webhooks/sender.ts';
import { createRandom } from '../../crash/random.ts';
import { openHappenings, wantedKinds } from './happenings.ts';
import { oneSecret } from './one-secret.ts';

/*
 * A terminal that sends events to its receiver until it is killed. After a restart it continues with the rows in its
 * database.
 */

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    receiver: { type: 'string', default: '' },
    events: { type: 'string', default: '' },
    invoices: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
  },
});
const total = Number(values.events);
const invoices = Number(values.invoices);
const random = createRandom(values.seed);

const happenings = openHappenings(path.join(values.folder, 'happenings.db'));
const sender = createWebhookSender({
  database: openIntegrationStore(path.join(values.folder, 'sender.db')),
  sources: [happenings.source],
  secrets: oneSecret,
  vaultPrefix: 'training',
  clock: systemClock,
  random: random.next,
  lookup,
  plainToLoopback: true,
  timeoutMs: 300,
  backOff: { first: 20, factor: 2, longest: 500, jitter: 0.5 },
  onChange: () => {},
  onError: (error) => console.error(error),
});
sender.settings.change({ maxAttempts: 100 });
if (sender.endpoints.list().length === 0)
  await sender.endpoints.add({ url: values.receiver, kinds: wantedKinds, allowPrivate: true });
sender.start();

/** Adds a few events at a time, so that kills also happen between an event and its delivery. */
function happen(): void {
  for (let some = 0; some < 20 && happenings.count() < total; some += 1) happenings.add(invoices, random);
  sender.wake();
  if (happenings.count() < total) setTimeout(happen, 5);
}
happen();
