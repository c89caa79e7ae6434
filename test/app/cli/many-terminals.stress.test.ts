import { once } from 'node:events';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { khatm, newFolder, start } from '../../support/khatm.ts';

/* A script sets up several terminals using only the command line, and changes them while they serve. */

interface Told {
  readonly type: string;
}
const told: Told[] = [];
const office = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    told.push(JSON.parse(body));
    response.end();
  });
});

interface Shop {
  readonly data: string;
  readonly port: number;
  readonly client: string;
  readonly secret: string;
}

const folder = newFolder('many-terminals');
const shops: Shop[] = [];
const serving: ReturnType<typeof start>[] = [];
const on = async (data: string, ...args: string[]) => {
  const run = await khatm('integration', ...args, '--data', data, '--json');
  expect(run, args.join(' ')).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(run.stdout);
};

/** Sets up a terminal in an empty folder. */
async function setUp(name: string): Promise<Shop> {
  const data = path.join(folder, name);
  const port = await freePort();
  await on(data, 'api', 'on', '--port', String(port));
  const { client, secret } = await on(
    ...[data, 'client', 'add', '--name', name, '--scope', 'invoices.write', 'invoices.read'],
  );
  const receiver = `http://127.0.0.1:${(office.address() as AddressInfo).port}/`;
  await on(data, 'webhook', 'add', receiver, '--kind', 'cleared', '--allow-private');
  return { data, port, client: client.id, secret };
}

/** Sells to a business as its till program would. */
async function sell({ port, client, secret }: Pick<Shop, 'port' | 'client' | 'secret'>): Promise<Response> {
  const base = `http://127.0.0.1:${port}`;
  const form = { grant_type: 'client_credentials', client_id: client, client_secret: secret };
  const tokens = await fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await tokens.json()) as { access_token: string };
  const buyer = {
    name: 'شركة المشتري',
    vatNumber: '399999999800003',
    address: {
      street: 'الأمير سلطان',
      building: '2322',
      district: 'المربع',
      city: 'الرياض',
      postalCode: '23333',
      country: 'SA',
    },
  };
  const lines = [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }];
  return fetch(`${base}/v2/invoices`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `${client}-${Math.random()}`,
    },
    body: JSON.stringify({ customer: 'business', buyer, lines }),
  });
}

describe.skipIf(process.platform === 'win32')('four terminals', () => {
  beforeAll(async () => {
    office.listen(0, '127.0.0.1');
    await once(office, 'listening');
    shops.push(...(await Promise.all(['a', 'b', 'c', 'd'].map(setUp))));
    for (const { data } of shops) {
      const served = start('main/app/cli/khatm.ts', 'serve', '--data', data);
      serving.push(served);
      await once(served.stdout as NodeJS.ReadableStream, 'data');
    }
  });
  afterAll(async () => {
    for (const served of serving) {
      served.kill('SIGTERM');
      if (served.exitCode === null) await once(served, 'exit');
    }
    office.close();
  });

  test('sell over HTTP and tell of it, with nobody signed in', async () => {
    for (const shop of shops) {
      const answer = await sell(shop);
      expect(answer.status, await answer.clone().text()).toBe(201);
    }
    await expect.poll(() => told.length, { timeout: 30_000 }).toBe(4);
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['invoice.cleared']));
  });

  test('take up what a script changes while they serve', async () => {
    const [shop] = shops as [Shop];
    const port = await freePort();
    expect(await on(shop.data, 'api', 'on', '--port', String(port))).toMatchObject({
      addresses: [`http://127.0.0.1:${port}`],
    });
    expect((await sell({ ...shop, port })).status).toBe(201);
    await expect(fetch(`http://127.0.0.1:${shop.port}/openapi.json`)).rejects.toThrow();
    const { secret } = await on(shop.data, 'client', 'rotate', shop.client, '--grace-hours', '0');
    expect((await sell({ ...shop, port })).status).toBe(401);
    expect((await sell({ ...shop, port, secret })).status).toBe(201);
    await on(shop.data, 'client', 'revoke', shop.client);
    expect((await sell({ ...shop, port, secret })).status).toBe(401);
  });

  test('issue what is dropped into a folder that a script turned on', async () => {
    const { data } = shops[2] as Shop;
    const { folder: drop } = await on(data, 'folder', 'on');
    const text = JSON.stringify({ lines: [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }] });
    writeFileSync(path.join(drop, 'in', 'sale.part'), text);
    renameSync(path.join(drop, 'in', 'sale.part'), path.join(drop, 'in', 'sale.json'));
    await expect
      .poll(() => readdirSync(path.join(drop, 'out')).length, { timeout: 30_000 })
      .toBeGreaterThan(0);
    expect(await on(data, 'folder', 'status')).toMatchObject({
      enabled: true,
      today: { issued: 1, refused: 0 },
    });
  });

  test('a script that is killed between its steps leaves what the next one can go on with', async () => {
    const { data } = shops[1] as Shop;
    for (const after of [200, 500, 800, 1_100]) {
      const child = start(
        ...(['main/app/cli/khatm.ts', 'integration', 'client', 'add', '--data', data] as const),
        ...['--name', `killed ${after}`, '--scope', 'invoices.read'],
      );
      await pause(after);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    const { clients } = await on(data, 'client', 'list');
    for (const { id, name } of clients.filter((each: { name: string }) => each.name.startsWith('killed')))
      expect(await on(data, 'client', 'rotate', id), name).toHaveProperty('secret');
    expect((await sell(shops[1] as Shop)).status).toBe(201);
    const checked = await khatm('audit', 'check', '--data', data);
    expect(checked.code, checked.stdout).toBe(0);
  });
});
