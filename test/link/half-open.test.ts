import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '../../main/base/platform/clock.ts';
import { NoAnswer, type OfficeDatabase, openOfficeDatabase } from '../../main/office/database/database.ts';
import { createGroupCommit } from '../../main/office/ingest/group-commit.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { enrolledChain } from '../office/enrolled-chain.ts';
import { hasServer, office, provideOffice } from '../office/office.ts';

/* Tests that a connection whose server disappeared silently, as in a failover, delays nobody. */

provideOffice();

/** Forwards to the office's server until `fallSilent`; after that, its existing connections carry nothing. */
async function line() {
  const { hostname, port } = new URL(office.server.url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(office.server.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it.skipIf(!hasServer)('gives up a connection that says nothing, and has a new one for the next', async () => {
  const { key } = await enrolledChain(1);
  const between = await line();
  const database = await openOfficeDatabase(between.url, { connections: 1 });
  const ask = (limitMs?: number) =>
    database.within(key, async (client) => (await client.query('SELECT 1 AS one')).rows, '', limitMs);
  expect(await ask()).toEqual([{ one: 1 }]);
  between.fallSilent();
  await expect(ask(100)).rejects.toBeInstanceOf(NoAnswer);
  expect(await ask()).toEqual([{ one: 1 }]);
  between.fallSilent();
  const owner = database.asOwner((client) => client.query('SELECT 1'), 100);
  await expect(owner).rejects.toBeInstanceOf(NoAnswer);
  expect(await ask()).toEqual([{ one: 1 }]);
  await database.close();
  between.close();
});

it.skipIf(!hasServer)(
  'is not ready while its database says nothing, and keeps no connection for that',
  async () => {
    const between = await line();
    const database = await openOfficeDatabase(between.url, { connections: 1 });
    const app = createOfficeServer(database, { random: () => 0.5, readyMs: 200 });
    const ready = async () => (await app.inject('/readyz')).statusCode;
    expect(await ready()).toBe(204);
    between.fallSilent();
    expect([await ready(), await ready()]).toEqual([503, 204]);
    await app.close();
    await database.close();
    between.close();
  },
);

it.skipIf(!hasServer)(
  'refuses all who wait for a database that does not answer, and asks it once',
  async () => {
    let transactions = 0;
    const database: OfficeDatabase = {
      ...office.database,
      within() {
        transactions += 1;
        return Promise.reject(new NoAnswer());
      },
    };
    const chains = [await enrolledChain(1), await enrolledChain(1)];
    const group = createGroupCommit(database, {
      clock: systemClock,
      random: () => 0.5,
      mostDocuments: 2,
    });
    const answers = await Promise.allSettled(chains.map(({ key, batch }) => group.take(key, batch)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(transactions).toBe(1);
  },
);
