import { connect, type Socket } from 'node:net';
import type { Random } from '../random.ts';
import type { Shop } from '../shop.ts';
import type { Disaster } from './disaster.ts';
import { servingApi } from './works.ts';

/* Hundreds of programs connect to the till's API, send nothing or part of a handshake, and never disconnect. */

/** The beginning of a TLS ClientHello. */
const halfGreeting = '\x16\x03\x01\x02\x00\x01';

async function connectSilently(port: number, random: Random): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  // Connections over the limit are refused.
  socket.on('error', () => undefined);
  const isOver = new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  await isOver;
  if (random.chance(0.3)) socket.write(halfGreeting);
  return socket;
}

/**
 * Closes and opens the API again.
 * @throws Error when silent connections delay it
 */
async function switchOffAndOn(shop: Shop): Promise<void> {
  const open = shop.till.surely('integrations-open');
  shop.till.order(shop.externals.letIn);
  const { failure } = await open;
  if (failure !== undefined) throw new Error(`the API, while many say nothing: ${failure}`);
}

async function quit(shop: Shop): Promise<void> {
  const closed = shop.till.surely('closed');
  shop.till.order({ do: 'quit' });
  await closed;
  await shop.till.gone;
}

export const silentConnections: Disaster = {
  name: 'silent-connections',
  weight: 2,
  async strike(shop, random) {
    await servingApi(shop, random);
    const { port } = shop.externals.api;
    const count = random.whole(100, 400);
    const sockets = await Promise.all(Array.from({ length: count }, () => connectSilently(port, random)));
    try {
      shop.till.order(shop.sellOn(5));
      await shop.till.issued(random.whole(2, 8));
      if (random.chance(0.5)) await switchOffAndOn(shop);
      if (random.chance(0.7)) await quit(shop);
      else await shop.till.kill();
      // The silent connections stay open until the next till has started.
      await shop.startTill().surely('ready');
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};
