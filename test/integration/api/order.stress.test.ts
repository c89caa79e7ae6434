import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { coffee, openShop } from './shop.ts';

test('a sale goes before the readers that came before it', async () => {
  const busy = await openShop();
  for (let index = 0; index < 250; index += 1) busy.issue(saleSchema.parse(coffee));
  const [reader, seller] = [await busy.token(['invoices.read']), await busy.token(['invoices.write'])];
  const { hostname, port } = new URL(busy.base);
  const connections = await Promise.all(
    Array.from({ length: 41 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      return socket;
    }),
  );
  const order: string[] = [];
  const body = JSON.stringify(coffee);
  // All requests are sent at once, with the sale last.
  const answers = connections.map(async (socket, index) => {
    const isSale = index === 40;
    const head = isSale ? 'POST /v2/invoices' : 'GET /v2/invoices?limit=200';
    const more = isSale
      ? `Content-Type: application/json\r\nIdempotency-Key: 1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      : '\r\n';
    const bearer = isSale ? seller : reader;
    socket.write(`${head} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${bearer}\r\n${more}`);
    const [first] = await once(socket, 'data');
    order.push(isSale ? 'sale' : 'read');
    expect(String(first)).toMatch(isSale ? /^HTTP\/1.1 201/ : /^HTTP\/1.1 200/);
    socket.destroy();
  });
  await Promise.all(answers);
  expect(order.indexOf('sale')).toBeLessThan(20);
  await busy.close();
});
