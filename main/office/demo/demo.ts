import { Worker } from 'node:worker_threads';
import type { Seller } from '../../document/invoice/invoice.ts';
import type { OrderContext } from '../orders/orders.ts';
import { askStop, confirmStop } from '../orders/stops.ts';
import { addTill } from '../tills/tills.ts';
import { watchOnce } from '../watch/watch.ts';
import type { DemoMessage, DemoOrder, DemoPart, DemoTill, DemoWork } from './demo-worker.ts';

/* `npm run office -- --demo`: runs an office with an invented chain of shops. */

const tillCount = 40;
/** The shops of two taxpayers with VAT numbers that nobody has. */
const shops = [
  { vatNumber: '310000000000003', name: 'مطاعم النخيل | Nakheel Restaurants', city: 'الرياض | Riyadh' },
  { vatNumber: '310000000100003', name: 'مخابز البحر | Bahr Bakeries', city: 'جدة | Jeddah' },
] as const;
const branches = ['العليا', 'الملز', 'جدة – التحلية', 'Dammam'] as const;
const parts = new Map<number, DemoPart>([
  [3, 'stolen'],
  [8, 'clone'],
  [13, 'silent'],
  [18, 'expiring'],
  [23, 'waiting'],
]);
const silentHours = 27;

/** Starts the tills, which connect to the office's address like any other. */
export function startDemo(
  context: OrderContext,
  { tenant, address }: { readonly tenant: number; readonly address: string },
) {
  let worker: Worker | undefined;
  let isStopped = false;

  async function play(): Promise<void> {
    const tills: DemoTill[] = [];
    for (let number = 1; number <= tillCount; number += 1) tills.push(await addOne(context, tenant, number));
    if (isStopped) return;
    worker = new Worker(new URL('./demo-worker.ts', import.meta.url), {
      workerData: { address, tills } satisfies DemoWork,
    });
    const { devices } = await messageOf(worker, 'day');
    const deviceOf = (wanted: DemoPart) =>
      devices[tills.find(({ part }) => part === wanted)?.name ?? ''] ?? 0;
    await silence(context, tenant, deviceOf('silent'));
    const stolen = { tenant, device: deviceOf('stolen') };
    const request = await askStop(context, { ...stolen, stopped: true, why: 'stolen', by: 'Mona' });
    await confirmStop(context, { ...stolen, request, by: 'Huda' });
    const struck = messageOf(worker, 'struck');
    worker.postMessage('strike' satisfies DemoOrder);
    await struck;
    // Alarms appear at once, and not only with the next check in a minute.
    await watchOnce(context.database, context.now());
  }

  return {
    /** Resolves to true once the day is over, with the tills that have a problem; to false when it was stopped before. */
    ready: play().then(
      () => !isStopped,
      (error) => {
        // When the demonstration stops, the database is closed and this fails; that is expected.
        if (!isStopped) throw error;
        return false;
      },
    ),
    async stop() {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

async function addOne({ database }: OrderContext, tenant: number, number: number): Promise<DemoTill> {
  const { vatNumber, name: company, city } = shops[number % 2 === 0 ? 1 : 0];
  const branch = branches[number % branches.length] ?? branches[0];
  const name = `نقطة ${number}`;
  const code = await addTill(database, { tenant, vatNumber, branch, name });
  const seller: Seller = {
    name: company,
    vatNumber,
    identification: { scheme: 'CRN', value: '1010010000' },
    address: {
      street: 'الأمير سلطان | Prince Sultan',
      building: '2322',
      district: 'المربع | Al-Murabba',
      city,
      postalCode: '23333',
      country: 'SA',
    },
  };
  return { name, numberPrefix: `D${number}`, code, seller, part: parts.get(number) ?? 'shop' };
}

function messageOf<K extends DemoMessage['is']>(
  worker: Worker,
  is: K,
): Promise<Extract<DemoMessage, { is: K }>> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: DemoMessage) => {
      if (message.is === is) resolve(message as Extract<DemoMessage, { is: K }>);
    });
  });
}

/** Makes a till that was last heard of yesterday, because a demonstration cannot wait a day. */
async function silence({ database }: OrderContext, tenant: number, device: number): Promise<void> {
  await database.within({ tenant }, (client) =>
    client.query(
      `UPDATE chain SET last_contact = last_contact - make_interval(hours => $2),
         complete_at = complete_at - make_interval(hours => $2), status_at = status_at - make_interval(hours => $2)
       WHERE device = $1`,
      [device, silentHours],
    ),
  );
}
