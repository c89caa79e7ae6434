import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { probeGateway } from '../../../main/app/diagnosis/probe-gateway.ts';
import { createNetwork } from '../../../main/base/network/network.ts';
import { networkSetting } from '../../../shared/stored/settings/environment.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { memorySettings } from '../../support/memory-settings.ts';
import { makeTestCa, type TestCertificate } from '../../support/test-ca.ts';

/* Tests the steps of connecting to a gateway, with real servers and a real proxy. */

const host = 'localhost';
const day = 24 * 60 * 60_000;
const ca = makeTestCa();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen<S extends Server>(server: S): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
}

const startGateway = (identity: TestCertificate, date?: string) =>
  listen(
    createHttps(identity, (request, response) => {
      request.resume();
      if (date !== undefined) response.setHeader('date', date);
      response.writeHead(404).end();
    }),
  );

async function startProxy(status: number): Promise<string> {
  const server = createHttp();
  server.on('connect', (request: IncomingMessage, client) => {
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const upstream = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Returns the finding of each connection step. */
async function stepsTo(address: string | undefined, { proxy = 'none', trusts = true } = {}) {
  const settings = memorySettings();
  const authorities = trusts ? [{ pem: ca.pem, uses: ['gateway' as const] }] : [];
  settings.write(networkSetting, { proxy, authorities });
  const network = createNetwork({
    settings,
    secrets: memorySecrets(),
    passwordName: 'proxy',
    policy: { file: '', state: 'none', authorities: [] },
    fetch,
    env: {},
  });
  const steps = await probeGateway({ address, network, now: Date.now });
  return Object.fromEntries(steps.map(({ step, finding }) => [step, finding]));
}

test('a gateway that answers is well at every step', async () => {
  const port = await startGateway(ca.issue(host));
  expect(await stepsTo(`https://${host}:${port}/core`)).toEqual({
    clock: 'clock-right',
    proxy: 'proxy-none',
    name: 'name-known',
    connection: 'connection-open',
    tls: 'tls-good',
    answer: 'answer-came',
  });
});

test('the authority’s clock tells of a wrong one here', async () => {
  const port = await startGateway(ca.issue(host), new Date(Date.now() - 3_600_000).toUTCString());
  expect(await stepsTo(`https://${host}:${port}`)).toMatchObject({ clock: 'clock-wrong' });
});

test.each([
  ['tls-unknown-issuer', () => ca.issue(host), false],
  ['tls-self-signed', () => ca.selfSigned(host), true],
  ['tls-expired', () => ca.issue(host, Date.now() - 3 * day, Date.now() - 2 * day), true],
  ['tls-not-yet', () => ca.issue(host, Date.now() + 2 * day, Date.now() + 3 * day), true],
  ['tls-host', () => ca.issue('other.example'), true],
] as const)('%s', async (finding, identity, trusts) => {
  const port = await startGateway(identity());
  expect(await stepsTo(`https://${host}:${port}`, { trusts })).toMatchObject({
    connection: 'connection-open',
    tls: finding,
    answer: 'answer-not-tried',
  });
});

test('a server that speaks no TLS, a closed port and an unknown name', async () => {
  const plain = await listen(createHttp((_, response) => response.end()));
  expect(await stepsTo(`https://${host}:${plain}`)).toMatchObject({ tls: 'tls-broken' });
  expect(await stepsTo(`https://${host}:7`)).toMatchObject({
    name: 'name-known',
    connection: 'connection-closed',
    tls: 'tls-not-tried',
  });
  expect(await stepsTo('https://gateway.invalid')).toMatchObject({
    name: 'name-unknown',
    connection: 'connection-not-tried',
  });
});

test('a proxy that lets through, refuses, wants a password, or is away', async () => {
  const port = await startGateway(ca.issue('gateway.example'));
  const address = `https://gateway.example:${port}`;
  const by = async (status: number) => stepsTo(address, { proxy: await startProxy(status) });
  expect(await by(200)).toEqual({
    clock: 'clock-right',
    proxy: 'proxy-lets-through',
    name: 'name-by-proxy',
    connection: 'connection-open',
    tls: 'tls-good',
    answer: 'answer-came',
  });
  expect(await by(403)).toMatchObject({ proxy: 'proxy-refused', tls: 'tls-not-tried' });
  expect(await by(407)).toMatchObject({ proxy: 'proxy-credentials' });
  expect(await stepsTo(address, { proxy: 'http://127.0.0.1:7' })).toMatchObject({
    proxy: 'proxy-unreachable',
    name: 'name-not-tried',
  });
});

test('training calls nobody', async () => {
  expect(await stepsTo(undefined)).toMatchObject({ proxy: 'proxy-training', answer: 'answer-not-tried' });
});
