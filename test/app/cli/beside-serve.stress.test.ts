import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { parseFault } from '../../../main/sandbox/faults/faults.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import { freePort } from '../../support/free-port.ts';
import { khatmWith, newFolder, startWith } from '../../support/khatm.ts';

/* The command line beside `khatm serve`, which has the data folder open and leads it. */

const folder = newFolder('beside-serve');
const data = path.join(folder, 'data');
const config = path.join(folder, 'company.json');
const secrets = { KHATM_PASSPHRASE: 'the shop at the corner', KHATM_PIN: '482913' };
const inSimulation = ['--data', data, '--env', 'simulation'];
const run = (...args: string[]) => khatmWith(secrets, ...args);

describe.skipIf(process.platform === 'win32')('beside `khatm serve`', () => {
  let authority: Sandbox;
  let serving: ChildProcess;
  let port: number;
  let token: string;
  const withOtp = (...args: string[]) => khatmWith({ ...secrets, KHATM_OTP: authority.makeOtp() }, ...args);
  const credential = (name: string) => withOtp('credential', name, ...inSimulation);

  const headers = () => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });
  const api = () => `http://127.0.0.1:${port}`;

  /** Sells through the API of `serve`. */
  async function sell(): Promise<{ status: number; uuid: string; xml: string }> {
    const sold = await fetch(`${api()}/v2/invoices`, {
      method: 'POST',
      headers: { ...headers(), 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify({
        saleId: crypto.randomUUID(),
        lines: [{ name: 'تمر', quantity: 1, unitPrice: '10.00' }],
      }),
    });
    const { uuid } = (await sold.json()) as { uuid: string };
    const xml = await (await fetch(`${api()}/v2/invoices/${uuid}/xml`, { headers: headers() })).text();
    return { status: sold.status, uuid, xml };
  }
  async function statusOf(uuid: string): Promise<string> {
    const found = await fetch(`${api()}/v2/invoices/${uuid}`, { headers: headers() });
    return ((await found.json()) as { status: string }).status;
  }
  const certificateOf = (xml: string) => /<ds:X509Certificate>([^<]*)</.exec(xml)?.[1];

  async function tokenOf(client: { id: string; secret: string }): Promise<string> {
    const answer = await fetch(`${api()}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.id,
        client_secret: client.secret,
        scope: 'invoices.write invoices.read',
      }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  beforeAll(async () => {
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
    port = await freePort();
    writeFileSync(config, JSON.stringify(trainingCompany));
    const onboarded = await withOtp(
      'onboard',
      ...inSimulation,
      ...['--config', config, '--manager', 'Mona', '--address', authority.address],
    );
    expect([onboarded.code, onboarded.stderr]).toEqual([0, expect.any(String)]);
    await run('integration', 'api', 'on', '--port', String(port), ...inSimulation);
    const client = await run(
      'integration',
      'client',
      'add',
      ...['--name', 'Shop', '--scope', 'invoices.write', 'invoices.read', '--json', ...inSimulation],
    );
    serving = startWith(secrets, 'main/app/cli/khatm.ts', 'serve', ...inSimulation);
    let output = '';
    serving.stdout?.on('data', (part) => {
      output += part;
    });
    await vi.waitFor(() => expect(output).toContain('api: '), { timeout: 30_000 });
    const { client: made, secret } = JSON.parse(client.stdout) as { client: { id: string }; secret: string };
    token = await tokenOf({ id: made.id, secret });
  }, 120_000);

  afterAll(async () => {
    const ended = once(serving, 'exit');
    serving.kill('SIGTERM');
    await ended;
    await authority.close();
  });

  test('a renewal and a re-issue are made, and its next sale has the new certificate', async () => {
    const first = certificateOf((await sell()).xml);
    const renewed = await credential('renew');
    expect([renewed.code, renewed.stdout]).toEqual([0, expect.stringContaining('state: In service')]);
    const second = await sell();
    expect(second.status).toBe(201);
    expect(certificateOf(second.xml)).not.toBe(first);
    const reissued = await credential('reissue');
    expect([reissued.code, reissued.stdout]).toEqual([0, expect.stringContaining('state: In service')]);
    const third = await sell();
    expect(third.status).toBe(201);
    expect(certificateOf(third.xml)).not.toBe(certificateOf(second.xml));
    // `serve` sends it with the new pair, too: the old one was destroyed.
    const check = async () => (await run('ledger', 'check', ...inSimulation)).stdout;
    expect(await check()).toContain('chain whole: 3 documents');
    for (const { uuid } of [second, third])
      await expect.poll(() => statusOf(uuid), { timeout: 20_000 }).toBe('accepted');
  }, 120_000);

  test('a renewal that cannot go on is given up, and another one begins', async () => {
    authority.faults.set([parseFault('status=503@renewal')]);
    const stuck = await credential('renew');
    expect(stuck.code).toBe(1);
    const other = await credential('reissue');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('khatm credential abandon')]);
    const gone = await run('credential', 'abandon', ...inSimulation);
    expect([gone.code, gone.stdout]).toEqual([0, expect.not.stringContaining('under way')]);
    authority.faults.set([]);
    expect((await run('credential', 'abandon', ...inSimulation)).code).toBe(2);
    expect((await credential('reissue')).code).toBe(0);
    expect((await sell()).status).toBe(201);
  }, 120_000);

  test('another printed name is on the next document', async () => {
    const company = JSON.parse(readFileSync(config, 'utf8'));
    const name = 'متجر الحي | Corner Shop';
    writeFileSync(config, JSON.stringify({ ...company, name }));
    const renamed = await run('onboard', ...inSimulation, '--config', config);
    expect([renamed.code, renamed.stderr]).toEqual([0, '']);
    const { status, xml } = await sell();
    expect(status).toBe(201);
    expect(xml).toContain(name);
  }, 120_000);
});
