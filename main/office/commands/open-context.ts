import path from 'node:path';
import { isOwnThere } from '../../base/platform/files/own-files.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../database/database.ts';
import { runningServer, startEmbeddedServer } from '../database/embedded-server.ts';
import { makeOfficeFolder } from '../database/office-folder.ts';
import { openOrderSigner } from '../orders/order-key.ts';
import type { OrderContext } from '../orders/orders.ts';
import { usage } from './usage.ts';

/* The database that a command works on, and the key that signs orders. */

export async function openServer(data: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (data === undefined && url !== undefined) return { url, stop: async () => {} };
  if (data === undefined) throw new TypeError(usage);
  const folder = path.resolve(data);
  if (!isOwnThere(folder)) await makeOfficeFolder(folder);
  return startEmbeddedServer(folder, {
    onLost(error) {
      console.error('office: the database does not start again:', error);
      process.exit(1);
    },
  });
}

/** Opens the database for one command; the office itself may be running on this folder. */
export async function withDatabase(
  data: string | undefined,
  work: (database: OfficeDatabase) => Promise<void>,
): Promise<void> {
  const running = data === undefined ? undefined : await runningServer(path.resolve(data));
  const server = running === undefined ? await openServer(data) : { url: running, stop: async () => {} };
  try {
    const database = await openOfficeDatabase(server.url);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

export async function withOrderContext(
  args: string[],
  work: (context: OrderContext) => Promise<void>,
): Promise<void> {
  const index = args.indexOf('--data');
  const data = index === -1 ? undefined : args[index + 1];
  await withDatabase(data, async (database) => {
    const signer = await orderSigner(database, data);
    await work({ database, signer, now: Date.now });
  });
}

/**
 * The key is in the data folder, or in the file that KHATM_ORDER_KEY names. Every process of an office needs the same
 * key, because tills send back values that are derived from it.
 * @throws TypeError if it is in neither place
 */
export async function orderSigner(database: OfficeDatabase, data: string | undefined) {
  const folder = data === undefined ? undefined : path.join(path.resolve(data), 'order-key.json');
  const file = process.env.KHATM_ORDER_KEY ?? folder;
  if (file === undefined) throw new TypeError('KHATM_ORDER_KEY names the file with the key for orders');
  return openOrderSigner(database, file);
}
