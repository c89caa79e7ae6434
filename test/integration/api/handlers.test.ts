import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as z from 'zod';
import { apiCommands } from '../../../main/app/commands/programs/integration.ts';
import { createApi } from '../../../main/integration/api/api.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { integration } from '../../../shared/contract/programs/integration.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { freePort } from '../../support/free-port.ts';
import { newFolder } from '../../support/khatm.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { openTill } from '../till.ts';
import { coffee, post } from './shop.ts';

/*
 * Tests a manager's actions on the screen. They are sent through the contract, which parses the input and output of
 * each command.
 */

let shop: Awaited<ReturnType<typeof openShop>>;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

async function openShop() {
  const folder = newFolder('manager');
  const clock = new FakeClock();
  const till = openTill(path.join(folder, 'ledger.db'), clock);
  const database = openIntegrationStore(path.join(folder, 'integration.db'));
  let told = 0;
  const room = createApi({
    database,
    environment: 'training',
    secrets: memorySecrets(),
    defaultDropFolder: path.join(folder, 'drop'),
    dataFolder: folder,
    ledger: till.ledger,
    issue: till.issue,
    reissue: till.reissue,
    preview: till.preview,
    intake: till.intake,
    onBatch: () => undefined,
    onService: () => undefined,
    onDropFolder: () => undefined,
    fileName: ({ number }) => `${number}.xml`,
    clock,
    version: '1.2.3',
    onApprovals: () => {
      told += 1;
    },
    onError: (error) => {
      throw error;
    },
  });
  const commands = apiCommands({
    environment: {
      ledger: till.ledger,
      integrations: { opened: () => ({ api: room, recorded: (work) => work() }) },
    },
    terminal: { clock },
    till: undefined,
  });
  await room.start();
  type Commands = typeof integration;
  return {
    ...till,
    clock,
    folder,
    /** Returns the number of change events since the last call. */
    told() {
      const since = told;
      told = 0;
      return since;
    },
    async ask<N extends keyof typeof commands>(name: N, input: z.input<Commands[N]['input']>) {
      const parsed = integration[name].input.parse(input) as never;
      const answer = await commands[name](parsed, { role: 'manager', name: 'Huda' });
      return integration[name].output.parse(answer) as z.output<Commands[N]['output']>;
    },
    async close() {
      await room.stop();
      database.close();
      till.ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test.each(['screen', 'Updates', 'ｎｉｇｈｔ', 'the program', 'سطر الأوامر'])(
  'no program is added as %s, by which the records name Khatm itself',
  async (name) => {
    await expect(
      shop.ask('integration.clients.create', { kind: 'service', name, scopes: ['invoices.read'] }),
    ).rejects.toMatchObject({
      failure: { code: 'bad-input', issues: [{ path: ['name'], code: 'name-reserved' }] },
    });
    const { clients } = await shop.ask('integration.clients.list', {});
    expect(clients.map((client) => client.name)).not.toContain(name);
  },
);

test('from everything off to a sale through the API', async () => {
  expect(await shop.ask('integration.api.get', {})).toMatchObject({ enabled: false, addresses: [] });
  const status = await shop.ask('integration.api.set', {
    enabled: true,
    port: await freePort(),
    network: false,
  });
  const [base = ''] = status.addresses;
  const { client, secret = '' } = await shop.ask('integration.clients.create', {
    kind: 'service',
    name: 'Till 1',
    scopes: ['invoices.write', 'invoices.read'],
  });
  expect(client.scopes).toEqual(['invoices.read', 'invoices.write']);
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: secret,
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const sold = await post(base, access_token, coffee);
  expect(sold.status).toBe(201);
  const requestId = sold.headers.get('x-request-id');
  await expect
    .poll(async () => (await shop.ask('integration.clients.calls', { id: client.id })).calls)
    .toMatchObject([{ requestId, method: 'POST', path: '/v2/invoices', status: 201 }]);

  // The list shows the client's last use but not its secret, which is returned only once.
  const { clients } = await shop.ask('integration.clients.list', {});
  expect(clients).toEqual([{ ...client, usedAt: '2026-11-20T10:00:00.000Z' }]);
  expect(JSON.stringify(clients)).not.toContain(secret);
});

test('clients are scoped, rotated and revoked, and the audit log says by whom, without secrets', async () => {
  const { client, secret = '' } = await shop.ask('integration.clients.create', {
    kind: 'service',
    name: 'Till 1',
    scopes: ['invoices.read'],
  });
  const { id } = client;
  await shop.ask('integration.clients.scope', { id, scopes: ['invoices.write'] });
  const rotated = await shop.ask('integration.clients.rotate', { id });
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.client.previousSecretUntil).toBe('2026-11-21T10:00:00.000Z');
  const revoked = await shop.ask('integration.clients.revoke', { id });
  expect(revoked.revokedAt).toBe('2026-11-20T10:00:00.000Z');
  await expect(shop.ask('integration.clients.rotate', { id })).rejects.toThrow('not-found');

  const log = shop.ledger.audit.list({ limit: 10 });
  expect(log.map(({ actor, action }) => [actor, action])).toEqual(
    ['revoke', 'rotate', 'scope', 'create'].map((what) => ['Huda', `integration.clients.${what}`]),
  );
  for (const told of [secret, rotated.secret ?? '']) expect(JSON.stringify(log)).not.toContain(told);
});

test('an app is approved or denied on the screen, once', async () => {
  const status = await shop.ask('integration.api.set', {
    enabled: true,
    port: await freePort(),
    network: false,
  });
  const { client, secret } = await shop.ask('integration.clients.create', {
    kind: 'app',
    name: 'Accounts',
    scopes: ['invoices.read'],
    redirectUris: ['com.example.accounts:/callback'],
  });
  expect(secret).toBeUndefined();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  const page = await fetch(`${status.addresses[0]}/oauth/authorize?${query}`);
  expect(page.status).toBe(200);
  const { approvals } = await shop.ask('integration.approvals', {});
  expect(approvals).toMatchObject([{ clientName: 'Accounts', scopes: ['invoices.read'] }]);
  expect(await page.text()).toContain(approvals[0]?.checkWords);
  expect(await shop.ask('integration.waiting', {})).toEqual({ apps: ['Accounts'] });
  const id = approvals[0]?.id ?? '';
  expect(await shop.ask('integration.approve', { id })).toEqual({ approvals: [] });
  await expect(shop.ask('integration.deny', { id })).rejects.toThrow('not-found');
  const back = await fetch(page.url, { redirect: 'manual' });
  const [callback, parameters] = back.headers.get('location')?.split('?') ?? [];
  expect(callback).toBe('com.example.accounts:/callback');
  expect(Object.fromEntries(new URLSearchParams(parameters))).toEqual({
    code: expect.stringMatching(/^[0-9a-f]{64}$/),
    iss: status.addresses[0],
  });
  expect(shop.ledger.audit.list({ limit: 1 })).toMatchObject([
    { actor: 'Huda', action: 'integration.approved', detail: { client: client.id } },
  ]);
});

test('screens are told when an app begins to wait, and when it waits no more, whatever ended it', async () => {
  const port = await freePort();
  const { addresses } = await shop.ask('integration.api.set', { enabled: true, port, network: false });
  const newApp = async () => {
    const { client } = await shop.ask('integration.clients.create', {
      kind: 'app',
      name: 'Accounts',
      scopes: ['invoices.read'],
      redirectUris: ['com.example.accounts:/callback'],
    });
    return client.id;
  };
  const appAsks = async (client_id: string) => {
    const query = {
      response_type: 'code',
      client_id,
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
    };
    await fetch(`${addresses[0]}/oauth/authorize?${new URLSearchParams(query)}`);
    return (await shop.ask('integration.approvals', {})).approvals[0]?.id ?? '';
  };
  const app = await newApp();
  shop.told();
  const id = await appAsks(app);
  expect(shop.told()).toBe(1);
  await shop.ask('integration.deny', { id });
  expect(shop.told()).toBe(1);
  await appAsks(app);
  expect(shop.told()).toBe(1);
  await shop.ask('integration.clients.revoke', { id: app });
  expect(shop.told()).toBe(1);
  expect(await shop.ask('integration.approvals', {})).toEqual({ approvals: [] });

  await appAsks(await newApp());
  expect(shop.told()).toBe(1);
  await shop.clock.advance(5 * 60_000 - 1);
  expect(shop.told()).toBe(0);
  await shop.clock.advance(1);
  expect(shop.told()).toBe(1);
  expect(await shop.ask('integration.approvals', {})).toEqual({ approvals: [] });
});

test('a supplied key is in no log and no answer', async () => {
  const { makeServerCertificate } = await import('../../../main/integration/api/server-certificate.ts');
  const supplied = makeServerCertificate(['127.0.0.1'], Date.now());
  const answer = await shop.ask('integration.api.certificate', { source: 'supplied', ...supplied });
  expect(answer.certificate?.source).toBe('supplied');
  const log = shop.ledger.audit.list({ limit: 5 });
  expect(log).toMatchObject([{ action: 'integration.api.certificate', detail: { source: 'supplied' } }]);
  expect(JSON.stringify([answer, log])).not.toContain('PRIVATE KEY');
});

test('the drop folder is turned on, in its own place or another', async () => {
  expect(await shop.ask('integration.dropFolder.get', {})).toEqual({
    enabled: false,
    isOpenToAll: false,
    otherSystems: false,
    folder: path.join(shop.folder, 'drop'),
    waiting: 0,
    misplaced: 0,
    today: { issued: 0, refused: 0 },
  });
  const folder = path.join(shop.folder, 'elsewhere');
  expect(await shop.ask('integration.dropFolder.set', { enabled: true, folder })).toMatchObject({
    enabled: true,
    folder,
  });
});
