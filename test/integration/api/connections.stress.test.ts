import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

/* Tests clients that send nothing, send only part of a message, or connect a hundred times. */

let shops: Shop[] = [];
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const shop of shops) await shop.close();
  [shops, sockets] = [[], []];
});

async function open(options: ShopOptions): Promise<{ shop: Shop; port: number }> {
  const shop = await openShop(options);
  shops.push(shop);
  return { shop, port: Number(new URL(shop.base).port) };
}

/** Opens a connection that sends only `text`. */
async function say(port: number, text = '', from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text !== '') socket.write(text);
  return socket;
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.resume();
    if (socket.destroyed || socket.readableEnded) resolve();
    socket.once('end', resolve).once('close', () => resolve());
  });

const short = { handshakeMs: 100, headersMs: 100, requestMs: 200 };

describe.each([
  ['on the network', true],
  ['on this machine', false],
])('%s', (_, network) => {
  test.each([
    ['nothing', ''],
    // The text is the beginning of a ClientHello or of a request.
    ['half a greeting', network ? '\x16\x03\x01\x02\x00\x01' : 'POST /v2/invoices HTTP/1.1\r\nHost: local'],
    ['no protocol of this server', 'EHLO there\r\n\r\n'],
  ])('ends a connection that says %s', async (_what, text) => {
    const { port } = await open({ network, connections: short });
    await closed(await say(port, text));
  });

  test('switches off, and on again at the same port, while hundreds of connections say nothing', async () => {
    const { shop, port } = await open({ network });
    const silent = await Promise.all(Array.from({ length: 150 }, () => say(port)));
    expect((await shop.service.set({ enabled: false, port, network })).addresses).toEqual([]);
    await Promise.all(silent.map(closed));
    expect((await shop.service.set({ enabled: true, port, network })).failure).toBeUndefined();
  });
});

test('ends a request whose body never ends', async () => {
  const { port } = await open({ connections: short });
  const head =
    'POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n';
  await closed(await say(port, `${head}Content-Length: 1000\r\n\r\ngrant_type=`));
});

test('this machine has so many places and no more, and a place is free again when it is left', async () => {
  const { shop, port } = await open({ connections: { fromHere: 3, fromNetwork: 3 } });
  const held = await Promise.all(Array.from({ length: 3 }, () => say(port)));
  await closed(await say(port));
  await expect(fetch(`${shop.base}/openapi.json`)).rejects.toThrow('fetch failed');
  const [first] = held;
  first?.destroy();
  await expect
    .poll(async () => (await fetch(`${shop.base}/openapi.json`).catch(() => undefined))?.status)
    .toBe(200);
});
