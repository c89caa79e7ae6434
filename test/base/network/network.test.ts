import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPost } from '../../../main/base/network/http-post.ts';
import { createNetwork, type NetworkOptions } from '../../../main/base/network/network.ts';
import { policyFile, readPolicy } from '../../../main/base/platform/policy/read-policy.ts';
import { createGateway } from '../../../main/gateway/client.ts';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { limitedFetch } from '../../../main/integration/remote/limited-fetch.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { memorySettings } from '../../support/memory-settings.ts';
import { makeTestCa, type TestCertificate } from '../../support/test-ca.ts';

const host = 'gateway.example';
const day = 24 * 60 * 60_000;
const ca = makeTestCa();
const pair = { csid: 'YQ==', secret: 'a secret of the pair' };
const document = { hash: 'h', uuid: 'u', xml: Buffer.from('<x/>') };
const servers: Server[] = [];

async function listen<S extends Server>(server: S): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a gateway over HTTPS with the given certificate. */
async function startGateway(identity: TestCertificate): Promise<number> {
  return listen(
    createHttps(identity, (request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ reportingStatus: 'REPORTED', validationResults: { status: 'PASS' } }));
    }),
  );
}

/** Starts a real proxy, which requires a password if configured, and resolves every name to this machine. */
async function startProxy() {
  const requests: { target: string; authorization: string | undefined }[] = [];
  const rules = { password: undefined as string | undefined, refuses: false };
  const server = createHttp();
  server.on('connect', (request: IncomingMessage, client, head) => {
    const authorization = request.headers['proxy-authorization'];
    requests.push({ target: request.url ?? '', authorization });
    const expected = rules.password && `Basic ${Buffer.from(`till:${rules.password}`).toString('base64')}`;
    if (rules.refuses) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    if (expected !== undefined && authorization !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const port = Number(request.url?.split(':').at(-1));
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) upstream.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  return { address: `http://127.0.0.1:${await listen(server)}`, asked: requests, rules };
}

let proxy: Awaited<ReturnType<typeof startProxy>>;
let good: number;
beforeAll(async () => {
  good = await startGateway(ca.issue(host));
});
beforeEach(async () => {
  proxy = await startProxy();
});
afterEach(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});
afterAll(() => {
  for (const server of servers) {
    if ('closeAllConnections' in server)
      (server as unknown as { closeAllConnections(): void }).closeAllConnections();
    server.close();
  }
});

function open(options: Partial<NetworkOptions> = {}) {
  const kept = new Map<string, string>();
  const secrets = memorySecrets();
  const network = createNetwork({
    settings: memorySettings(kept),
    secrets,
    passwordName: 'simulation/network/proxy',
    policy: readPolicy(path.join(tmpdir(), 'no-such-policy.json')),
    fetch: globalThis.fetch,
    env: {},
    ...options,
  });
  const report = (port: number, name = host) =>
    createGateway({
      profile: authorityProfile,
      baseUrl: `https://${name}:${port}/x`,
      fetch: network.fetchFor('gateway'),
    }).report(pair, document);
  return { network, secrets, kept, report };
}

describe('the way to the gateway', () => {
  test('goes through a proxy with a name and a password, to a certificate of an authority of one’s own', async () => {
    const { network, report, kept, secrets } = open();
    proxy.rules.password = 'proxy secret';
    await network.setProxy(proxy.address as 'none', 'till', 'proxy secret');
    network.addAuthorities(ca.pem, ['gateway']);
    expect(await report(good)).toMatchObject({ kind: 'accepted', status: 'REPORTED' });
    expect(proxy.asked).toHaveLength(1);
    expect(proxy.asked[0]?.target).toBe(`${host}:${good}`);
    // The password is only in the vault.
    expect(JSON.stringify([...kept])).not.toContain('proxy secret');
    expect(await secrets.get('simulation/network/proxy')).toContain('proxy secret');
    expect(JSON.stringify(await network.view())).not.toContain('proxy secret');
    expect(await network.view()).toMatchObject({ proxyUser: 'till', hasProxyPassword: true });
  });

  test('says which authorities are new, and when it was changed', async () => {
    let changes = 0;
    const { network } = open({ onChange: () => (changes += 1) });
    const [added] = network.addAuthorities(ca.pem, ['gateway']);
    expect((await network.view()).authorities).toEqual([added]);
    // Other uses of the same certificate.
    expect(network.addAuthorities(ca.pem, ['remote'])).toEqual([]);
    network.removeAuthority(added?.fingerprint ?? '');
    await network.setProxy('none', undefined, undefined);
    expect(changes).toBe(4);
    expect(() => network.removeAuthority('none')).toThrow();
    expect(changes).toBe(4);
  });

  test('an authority that was added serves the uses it was added for, beside the others', async () => {
    const { network, report } = open();
    await network.setProxy(proxy.address as 'none', undefined, undefined);
    network.addAuthorities(ca.pem, ['receivers', 'remote']);
    expect(await report(good)).toMatchObject({ kind: 'unknown', fault: 'tls-unknown-issuer' });
    const listed = await limitedFetch(network.fetchFor('remote'), { timeoutMs: 5_000, answerBytes: 10_000 })(
      `https://${host}:${good}/v2/invoices`,
      { method: 'GET', headers: {} },
    );
    expect(listed.status).toBe(200);
    const [added] = (await network.view()).authorities;
    expect(added).toMatchObject({ subject: 'CN=Test Shop Authority', fromPolicy: false });
    network.removeAuthority(added?.fingerprint ?? '');
    expect((await network.view()).authorities).toEqual([]);
    // Certificate checks are extended, but never replaced.
    network.addAuthorities(ca.pem, ['gateway']);
    expect(await report(await startGateway(makeTestCa().issue(host)))).toMatchObject({
      fault: 'tls-unknown-issuer',
    });
  });

  test.each([
    ['has run out', 'tls-expired', () => ca.issue(host, Date.now() - 2 * day, Date.now() - day)],
    ['is not valid yet', 'tls-not-yet', () => ca.issue(host, Date.now() + day, Date.now() + 2 * day)],
    ['is of another name', 'tls-host', () => ca.issue('other.example')],
    ['vouches for itself', 'tls-self-signed', () => ca.selfSigned(host)],
  ])('a certificate that %s is told as that, whatever the environment says', async (_, fault, identity) => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const { network, report } = open();
    await network.setProxy(proxy.address as 'none', undefined, undefined);
    network.addAuthorities(ca.pem, ['gateway']);
    expect(await report(await startGateway(identity()))).toMatchObject({
      kind: 'unknown',
      why: 'no-answer',
      fault,
    });
  });

  test('the built-in client’s failures are told apart as well', async () => {
    const { report } = open();
    const port = await startGateway(ca.issue('localhost'));
    expect(await report(port, 'localhost')).toMatchObject({ fault: 'tls-unknown-issuer' });
    expect(await report(443, 'no-such-name.invalid')).toMatchObject({ fault: 'name-unknown' });
  });

  test('a proxy that is away, wants a password or refuses is told as that', async () => {
    const { network, report } = open();
    network.addAuthorities(ca.pem, ['gateway']);
    await network.setProxy(proxy.address as 'none', undefined, undefined);
    proxy.rules.password = 'x';
    expect(await report(good)).toMatchObject({ fault: 'proxy-credentials' });
    proxy.rules.refuses = true;
    expect(await report(good)).toMatchObject({ fault: 'proxy-refused' });
    await network.setProxy('http://127.0.0.1:1', undefined, undefined);
    expect(await report(good)).toMatchObject({ fault: 'proxy-unreachable' });
  });

  test('the system’s proxy is honoured, and its exceptions', async () => {
    const env: NodeJS.ProcessEnv = { https_proxy: proxy.address.replace('http://', 'http://till:pw@') };
    const { network, report } = open({ env });
    network.addAuthorities(ca.pem, ['gateway']);
    expect(await report(good)).toMatchObject({ kind: 'accepted' });
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('till:pw').toString('base64')}`);
    const toGateway = (host: string) => network.proxyFor(new URL(`https://${host}`));
    for (const except of ['*', host, '.example', '*.example', `other.test, ${host}:443`]) {
      env.NO_PROXY = except;
      expect(await toGateway(host), except).toBeUndefined();
    }
    for (const except of ['', 'way.example', `${host}:8443`, 'gateway.exampl']) {
      env.NO_PROXY = except;
      expect(await toGateway(host), except).toMatchObject({ address: proxy.address });
    }
    env.NO_PROXY = '';
    for (const local of ['localhost:1', '127.0.0.1:1', '[::1]:1'])
      expect(await toGateway(local)).toBeUndefined();
    await network.setProxy('none', undefined, undefined);
    expect(await toGateway(host)).toBeUndefined();
  });

  test('where no variable names one, the window’s engine is asked', async () => {
    let ways = 'SOCKS5 127.0.0.1:1; PROXY 10.0.0.1:3128; DIRECT';
    const { network } = open({ resolveProxy: async () => ways });
    const way = () => network.proxyFor(new URL(`https://${host}`));
    expect(await way()).toMatchObject({ address: 'http://10.0.0.1:3128' });
    ways = 'HTTPS proxy.example:443';
    expect(await way()).toMatchObject({ address: 'https://proxy.example' });
    ways = 'DIRECT';
    expect(await way()).toBeUndefined();
  });

  test('what is no certificate of an authority is not taken', () => {
    const { network } = open();
    const bad = (code: string) =>
      expect.objectContaining({
        failure: { code: 'bad-input', issues: [expect.objectContaining({ code })] },
      });
    for (const text of ['', 'hello', ca.pem.slice(0, 200), ca.pem.replace('MII', 'MIX')])
      expect(() => network.addAuthorities(text, ['gateway'])).toThrow(bad('no-certificate'));
    expect(() => network.addAuthorities(ca.issue(host).cert, ['gateway'])).toThrow(bad('no-authority'));
  });
});

describe('a receiver of webhooks', () => {
  test('is called through the proxy at the address that was checked, under its own name', async () => {
    const { network } = open();
    network.addAuthorities(ca.pem, ['receivers']);
    await network.setProxy(proxy.address as 'none', undefined, undefined);
    const post = (lookup: () => Promise<{ address: string; family: 4 }[]>, allowPrivate = true) =>
      createPost({
        lookup,
        timeoutMs: 5_000,
        answerBytes: 100,
        plainToLoopback: false,
        certificates: () => network.certificatesFor('receivers'),
        proxyFor: network.proxyFor,
      })({ url: `https://${host}:${good}/`, headers: {}, body: Buffer.from('{}'), allowPrivate });
    const checked = async () => [{ address: '127.0.0.1', family: 4 as const }];
    expect(await post(checked)).toMatchObject({ kind: 'answer', status: 200 });
    expect(proxy.asked.at(-1)?.target).toBe(`127.0.0.1:${good}`);
    expect(await post(checked, false)).toEqual({ kind: 'no-answer', why: 'address-refused' });
    // When the machine cannot resolve public names, the proxy gets the name.
    expect(await post(() => Promise.reject(new Error('no DNS')))).toMatchObject({ status: 200 });
    expect(proxy.asked.at(-1)?.target).toBe(`${host}:${good}`);
  });
});

describe('the policy of a managed machine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-policy-'));
  const file = path.join(folder, 'policy.json');
  const write = (policy: unknown) => {
    writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
    return readPolicy(file);
  };

  test('says which proxy, and adds authorities that cannot be taken away here', async () => {
    const pem = path.join(folder, 'ca.pem');
    writeFileSync(pem, ca.pem);
    const policy = write({
      network: { proxy: proxy.address, authorities: [{ file: pem, uses: ['gateway'] }] },
    });
    const { network, report } = open({ policy, env: { HTTPS_PROXY: 'http://127.0.0.1:1' } });
    expect(await report(good)).toMatchObject({ kind: 'accepted' });
    expect(proxy.asked).toHaveLength(1);
    await expect(network.setProxy('none', undefined, undefined)).rejects.toThrow('set-by-policy');
    const view = await network.view();
    expect(view).toMatchObject({ proxyFromPolicy: true, policy: { file, state: 'in-force' } });
    expect(view.authorities).toMatchObject([{ fromPolicy: true }]);
    expect(() => network.removeAuthority(view.authorities[0]?.fingerprint ?? '')).toThrow('not-found');
  });

  test.each([
    ['is not JSON', '{'],
    ['has a field nobody knows', { network: { prxy: 'none' } }],
    ['has a proxy with a password in it', { network: { proxy: 'http://a:b@proxy:1' } }],
    ['names a file that is not there', { network: { authorities: [{ file: '/no/such/ca.pem' }] } }],
  ])('that %s is told of, and the settings hold', async (_, contents) => {
    const policy = write(contents);
    expect(policy).toMatchObject({ state: 'broken', why: expect.stringMatching(/./) });
    const { network } = open({ policy });
    await network.setProxy('none', undefined, undefined);
    expect(await network.view()).toMatchObject({
      proxy: 'none',
      proxyFromPolicy: false,
      policy: { state: 'broken' },
    });
  });

  test('stands where each system keeps such files', () => {
    expect(policyFile('linux', {})).toBe('/etc/khatm/policy.json');
    expect(policyFile('win32', { ProgramData: 'D:\\Data' })).toBe('D:\\Data\\Khatm\\policy.json');
    expect(policyFile('darwin', {})).toBe('/Library/Application Support/Khatm/policy.json');
    expect(readPolicy(path.join(folder, 'none.json'))).toMatchObject({ state: 'none' });
  });
});
