import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClients } from '../../../main/integration/oauth/clients.ts';
import { createTokens } from '../../../main/integration/oauth/tokens.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { createDeliveryQueue } from '../../../main/integration/webhooks/delivery-queue.ts';
import { freePort } from '../../support/free-port.ts';
import { khatm, khatmWith, newFolder } from '../../support/khatm.ts';

const folder = newFolder('cli-integration');
const data = path.join(folder, 'data');
const on = (...args: string[]) => khatm('integration', ...args, '--data', data);
const json = (stdout: string) => JSON.parse(stdout);

const filesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(dir, name))
    .filter((file) => statSync(file).isFile());

/** Returns the lines of the audit log about integrations. */
async function audited(): Promise<{ person: string; action: string }[]> {
  return (await auditOf(data)).filter(({ action }) => /^(integration|webhook)\./.test(action));
}

async function auditOf(dir: string): Promise<{ person: string; action: string }[]> {
  const { stdout } = await khatm('audit', 'list', '--data', dir, '--json');
  return stdout.trim().split('\n').map(json);
}

/** Writes two deliveries that a receiver refused, and returns their ids. */
function giveUp(endpoint: string): (string | undefined)[] {
  const store = openIntegrationStore(path.join(data, 'training', 'integration.db'));
  const queue = createDeliveryQueue(store);
  const at = Date.parse('2026-11-20T10:00:00.000Z');
  const invoice = { environment: 'training', serial: '1' } as const;
  const ids = [1, 2].map((each) =>
    queue.add(endpoint, 'invoice.cleared', { source: `test:${each}`, at, data: invoice }, at),
  );
  for (const id of ids) {
    queue.claimOne(id ?? '', at, 1_000);
    queue.settle(id ?? '', { state: 'dead', failure: 'event-refused' }, { at, httpStatus: 400 });
  }
  store.close();
  return ids;
}

describe('khatm integration', () => {
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
  });

  test('the API is off, is turned on at a port, and off again', async () => {
    const before = await on('api', 'status', '--json');
    expect(before).toMatchObject({ code: 0, stderr: '' });
    expect(json(before.stdout)).toMatchObject({ enabled: false, addresses: [] });
    const turned = await on('api', 'on', '--port', String(port), '--json');
    expect(turned).toMatchObject({ code: 0, stderr: '' });
    expect(json(turned.stdout)).toMatchObject({ enabled: true, addresses: [`http://127.0.0.1:${port}`] });
    const off = await on('api', 'off');
    expect(off).toMatchObject({ code: 0, stdout: `api: off, port ${port}, this machine alone\n` });
  });

  test('a port that another program has is set, said, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const taken = (other.address() as AddressInfo).port;
    const run = await on('api', 'on', '--port', String(taken), '--json');
    other.close();
    expect(run.code).toBe(1);
    expect(json(run.stdout)).toMatchObject({ enabled: true, port: taken, failure: 'port-taken' });
    expect(run.stderr).toMatch(/^khatm: .*port/);
    await on('api', 'off');
  });

  test('a program’s secret is printed once, and is nowhere in the folder', async () => {
    const run = await on('client', 'add', '--name', 'Till', '--scope', 'invoices.write', '--json');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { client, secret } = json(run.stdout);
    expect(client).toMatchObject({ name: 'Till', kind: 'service', scopes: ['invoices.write'] });
    const rotated = json((await on('client', 'rotate', client.id, '--grace-hours', '0', '--json')).stdout);
    expect(rotated.secret).not.toBe(secret);
    const list = await on('client', 'list', '--json');
    expect(json(list.stdout).clients).toHaveLength(1);
    for (const file of filesIn(data))
      for (const shown of [secret, rotated.secret])
        expect(readFileSync(file).includes(shown), file).toBe(false);
    const revoked = await on('client', 'revoke', client.id);
    expect(revoked.stdout).toMatch(new RegExp(`^${client.id} {2}Till {2}invoices\\.write {2}revoked `));
    expect((await on('client', 'revoke', client.id)).code).toBe(2);
  });

  test('each change is a line of the audit log, by the command line', async () => {
    const lines = await audited();
    expect(new Set(lines.map(({ person }) => person))).toEqual(new Set(['command line']));
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'integration.api.set',
        'integration.clients.create',
        'integration.clients.rotate',
        'integration.clients.revoke',
      ]),
    );
  });

  test.each([
    [['client', 'add', '--name', 'Till', '--scope', 'everything'], /--scope/],
    [['client', 'add', '--name', ' ', '--scope', 'invoices.read'], /^khatm: --name " ": /],
    [['client', 'rotate', 'nobody'], /^khatm: client id nobody: .*client list/],
    [['api', 'on', '--port', '80'], /^khatm: --port 80: /],
    [
      ['api', 'on', '--port', 'x'],
      /^khatm: --port x: must be a whole number from 1024 to 65535; here is “x”/,
    ],
    [['api', 'on', '--network', '--this-machine'], /choose one/],
    [['webhook', 'add', 'http://example.com/'], /^khatm: url http:\/\/example\.com\/: /],
    [['webhook', 'remove', 'nobody'], /^khatm: id nobody: /],
    [['folder', 'status', '--manager', 'Nobody'], /PIN is needed/],
  ])('refuses %j in one line', async (args, words) => {
    const before = (await audited()).length;
    const run = await on(...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toMatch(words);
    expect((await audited()).length).toBe(before);
  });

  test('shows who let an app in, and ends one approval alone', async () => {
    const store = openIntegrationStore(path.join(data, 'training', 'integration.db'));
    const clock = { now: () => Date.now() };
    const { client } = createClients(store, clock).create({
      kind: 'app',
      name: 'Accounts',
      scopes: ['invoices.read'],
      redirectUris: ['https://accounts.example/'],
      secret: false,
    });
    for (const person of ['Huda', 'Mona'])
      createTokens(store, clock).save(
        { clientId: client.id, family: `family of ${person}`, person },
        { token: `access of ${person}`, scopes: ['invoices.read'] },
        { token: `refresh of ${person}`, scopes: ['invoices.read'] },
      );
    store.close();
    const shown = await on('client', 'approvals', client.id);
    expect(shown.stdout).toMatch(/^family of \w+ {2}Accounts {2}by \w+ {2}invoices\.read {2}last used 20/);
    expect(shown.stdout.trim().split('\n')).toHaveLength(2);
    const ended = await on('client', 'end-approval', 'family of Huda');
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('ended: family of Huda')]);
    expect(json((await on('client', 'approvals', client.id, '--json')).stdout).given).toMatchObject([
      { person: 'Mona' },
    ]);
    expect((await audited()).at(-1)).toMatchObject({ action: 'integration.approval-ended' });
    const again = await on('client', 'end-approval', 'family of Huda');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('there is no such approval')]);
  });

  test('a manager who is named gives the PIN, and a wrong one does nothing', async () => {
    const named = newFolder('cli-integration-people');
    const add = ['client', 'add', '--name', 'Till', '--scope', 'invoices.read', '--data', named, '--json'];
    expect(
      (await khatmWith({ KHATM_PIN: '739164' }, 'manager', '--data', named, '--name', 'Huda')).code,
    ).toBe(0);
    const wrong = await khatmWith({ KHATM_PIN: '739165' }, 'integration', ...add, '--manager', 'Huda');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    const right = await khatmWith({ KHATM_PIN: '739164' }, 'integration', ...add, '--manager', 'Huda');
    expect(right.code).toBe(0);
    const lines = (await auditOf(named)).filter(({ action }) => action.startsWith('integration.'));
    expect(lines).toMatchObject([{ action: 'integration.clients.create', person: 'Huda' }]);
  });

  test('the drop folder is turned on and off', async () => {
    const drop = path.join(folder, 'drop');
    const turned = await on('folder', 'on', '--folder', drop, '--json');
    expect(turned).toMatchObject({ code: 0, stderr: '' });
    expect(json(turned.stdout)).toMatchObject({ enabled: true, folder: drop });
    expect(readdirSync(drop)).toContain('in');
    const off = json((await on('folder', 'off', '--json')).stdout);
    expect(off).toMatchObject({ enabled: false, folder: drop });
  });
});

describe('khatm integration webhook', () => {
  const received: { body: string; signature: unknown; timed: unknown }[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const signature = request.headers['x-service-signature'];
      const timed = request.headers['khatm-signature'];
      received.push({ body: Buffer.concat(parts).toString(), signature, timed });
      response.writeHead(received.length === 1 ? 200 : 500).end();
    });
  });
  let url = '';
  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  });
  afterAll(() => void receiver.close());

  test('a receiver is added, tested, listed and removed', async () => {
    const receiverSecret = 'a-secret-of-the-receiver-0123456789';
    const added = await khatmWith(
      { KHATM_WEBHOOK_SECRET: receiverSecret },
      ...['integration', 'webhook', 'add', url, '--kind', 'cleared', 'rejected', '--allow-private'],
      ...['--data', data, '--json'],
    );
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const { endpoint, secret } = json(added.stdout);
    expect(secret).toBeUndefined();
    expect(added.stdout).not.toContain(receiverSecret);
    expect(endpoint).toMatchObject({ url, kinds: ['cleared', 'rejected'] });
    const test = await on('webhook', 'test', endpoint.id);
    expect(test).toMatchObject({ code: 0, stdout: 'taken: HTTP 200\n' });
    expect(received).toMatchObject([{ body: expect.any(String), signature: expect.any(String) }]);
    const refused = await on('webhook', 'test', endpoint.id, '--json');
    expect(refused.code).toBe(1);
    expect(json(refused.stdout)).toMatchObject({ httpStatus: 500 });
    expect((await on('webhook', 'list')).stdout).toContain(endpoint.id);
    expect((await on('webhook', 'remove', endpoint.id)).code).toBe(0);
    expect((await on('webhook', 'list')).stdout).toBe('');
  });

  test('its secret is changed in two steps, it is turned off and on, each shown by the list', async () => {
    const { endpoint, secret } = json((await on('webhook', 'add', url, '--allow-private', '--json')).stdout);
    const listed = async () => json((await on('webhook', 'list', '--json')).stdout).endpoints[0];
    const rotated = await on('webhook', 'rotate', endpoint.id, '--json');
    expect(rotated).toMatchObject({ code: 0, stderr: '' });
    const lost = json(rotated.stdout).secret;
    expect(await listed()).toMatchObject({ rotating: true });
    // When the second secret is lost, a third replaces it and the first stays valid.
    const again = await on('webhook', 'rotate', endpoint.id, '--json');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const next = json(again.stdout).secret;
    expect(next).toMatch(/^[\w-]{43}$/);
    expect(new Set([secret, lost, next]).size).toBe(3);
    expect((await on('webhook', 'test', endpoint.id)).code).toBe(1);
    const both = received.at(-1)?.timed;
    expect(String(both).match(/v1=/g)).toHaveLength(2);
    const finished = await on('webhook', 'rotate', endpoint.id, '--finish', '--json');
    expect(json(finished.stdout)).toMatchObject({ endpoint: { rotating: false } });
    expect((await on('webhook', 'rotate', endpoint.id, '--finish')).code).toBe(2);
    await on('webhook', 'test', endpoint.id);
    const { body = '', timed } = received.at(-1) ?? {};
    const [, at = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(timed)) ?? [];
    expect(createHmac('sha256', next).update(`${at}.${body}`).digest('hex')).toBe(v1);
    const off = await on('webhook', 'off', endpoint.id);
    expect(off.stdout).toMatch(/ {2}off\n$/);
    expect(await listed()).toMatchObject({ enabled: false });
    expect((await on('webhook', 'on', endpoint.id)).code).toBe(0);
    expect(await listed()).toMatchObject({ enabled: true });
    expect((await on('webhook', 'remove', endpoint.id)).code).toBe(0);
    expect((await on('webhook', 'off', endpoint.id)).code).toBe(2);
  });

  test('what was given up is listed, and sent again, one or all', async () => {
    const taking = createServer((request, response) => request.resume().on('end', () => response.end()));
    taking.listen(0, '127.0.0.1');
    await once(taking, 'listening');
    const at = `http://127.0.0.1:${(taking.address() as AddressInfo).port}/`;
    const { endpoint } = json((await on('webhook', 'add', at, '--json')).stdout);
    const [first = '', second = ''] = giveUp(endpoint.id);
    const list = await on('webhook', 'deliveries');
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(list.stdout).toMatch(/^given up: 2, waiting: 0\n/);
    expect(list.stdout).toContain(
      `${first}  2026-11-20T10:00:00.000Z  invoice.cleared  ${new URL(at).host}  dead after 1 attempts  event-refused, HTTP 400\n`,
    );
    expect(json((await on('webhook', 'deliveries', '--json')).stdout).rows).toHaveLength(2);

    expect(await on('webhook', 'resend', first)).toMatchObject({ code: 0, stderr: '' });
    expect((await on('webhook', 'deliveries')).stdout).not.toContain(first);
    expect((await on('webhook', 'deliveries', '--state', 'delivered')).stdout).toContain(first);
    expect(await on('webhook', 'resend', '--all')).toMatchObject({ code: 0, stdout: 'sent again: 1\n' });
    expect((await on('webhook', 'deliveries', '--state', 'waiting', 'delivered')).stdout).toContain(second);

    expect(await on('webhook', 'resend', first, '--all')).toMatchObject({ code: 2 });
    const wrong = await on('webhook', 'resend', '5e2a9f7e-91a8-4d36-9f0e-2d0c8a8a1b11');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no such delivery') });
    expect((await on('webhook', 'deliveries', '--limit', '0')).stderr).toMatch(/^khatm: --limit 0: /);
    expect((await on('webhook', 'remove', endpoint.id)).code).toBe(0);
    taking.close();
  });

  test('without one a secret is made, and printed once', async () => {
    const { endpoint, secret } = json((await on('webhook', 'add', url, '--allow-private', '--json')).stdout);
    expect(secret).toMatch(/^[\w-]{43}$/);
    for (const file of filesIn(data)) expect(readFileSync(file).includes(secret), file).toBe(false);
    expect((await on('webhook', 'remove', endpoint.id)).code).toBe(0);
  });
});
