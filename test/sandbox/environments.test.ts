import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authorityProfile } from '../../main/gateway/profile.ts';
import { type PlayedEnvironment, playedEnvironments } from '../../main/sandbox/environments.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { FailureError } from '../../shared/failure.ts';
import { consumerSale, Device, direct, issued, TestClock } from './device.ts';

const { templates } = authorityProfile;
const templateOf: Readonly<Record<PlayedEnvironment, string>> = {
  ...templates,
  'developer-portal': 'TSTZATCA-Code-Signing',
};

const clock = new TestClock();
const started: Sandbox[] = [];
async function start(plays: PlayedEnvironment, file?: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock, plays, file });
  started.push(sandbox);
  return sandbox;
}
function deviceOf(sandbox: Sandbox, plays: PlayedEnvironment): Device {
  const device = new Device(sandbox, clock);
  device.template = templateOf[plays];
  return device;
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.close()));
});

describe.each(playedEnvironments)('a sandbox that plays %s', (plays) => {
  test('has the address of that environment', async () => {
    const ends = {
      training: '/e-invoicing/sandbox',
      simulation: new URL(authorityProfile.addresses.simulation).pathname,
      production: new URL(authorityProfile.addresses.production).pathname,
      'developer-portal': '/e-invoicing/developer-portal',
    };
    expect((await start(plays)).address).toMatch(new RegExp(`${ends[plays]}$`));
  });

  test('says on its page and in its certificates what it is, and training of training alone', async () => {
    const sandbox = await start(plays);
    const page = await (await fetch(`${new URL(sandbox.address).origin}/`)).text();
    expect(page).toContain(`Plays: ${plays}.`);
    expect(/<title>.*training/i.test(page)).toBe(false);
    const answer = await deviceOf(sandbox, plays).gateway.requestCompliance(
      deviceOf(sandbox, plays).request(templateOf[plays]),
      sandbox.makeOtp(),
    );
    const { certificate } = issued(answer);
    expect(certificate.issuer).toContain('(not the authority)');
    expect(certificate.issuer.includes('Training')).toBe(plays === 'training');
  });

  test('takes its own certificate template and denies every other one', async () => {
    const sandbox = await start(plays);
    const device = deviceOf(sandbox, plays);
    const ask = (template: string) =>
      device.gateway.requestCompliance(device.request(template), sandbox.makeOtp());
    for (const template of new Set(Object.values(templateOf)))
      if (template === templateOf[plays])
        expect(issued(await ask(template)).certificate.template).toBe(template);
      else
        expect(await ask(template)).toMatchObject({
          kind: 'refused',
          code: 'NOT_COMPLIANT',
          message: 'Denied by Policy Module',
        });
  });
});

test.each([
  ['simulation', 'production'],
  ['production', 'simulation'],
  ['production', 'training'],
] as const)('a pair of %s is refused by %s with 401', async (issuedIn, other) => {
  const device = deviceOf(await start(issuedIn), issuedIn);
  const pair = await device.onboard();
  const document = device.next(consumerSale, pair);
  const { gateway } = deviceOf(await start(other), other);
  expect(await gateway.report(pair, document)).toMatchObject({
    kind: 'credential-refused',
    answer: { httpStatus: 401 },
    errors: [{ code: 'invalid-credentials' }],
  });
  expect(await device.gateway.report(pair, document)).toMatchObject({ kind: 'accepted' });
});

describe('the developer portal', () => {
  let sandbox: Sandbox;
  let device: Device;
  beforeEach(async () => {
    sandbox = await start('developer-portal');
    device = deviceOf(sandbox, 'developer-portal');
  });

  test('takes any one-time password, again and again, but the two that its documents name as bad', async () => {
    const ask = (otp: string) => device.gateway.requestCompliance(device.request(), otp);
    for (const otp of ['123345', '123345', '123456', '000000']) issued(await ask(otp));
    for (const otp of ['111111', '222222']) expect(await ask(otp)).toMatchObject({ code: 'Invalid-OTP' });
    expect(await ask('')).toMatchObject({ kind: 'refused' });
  });

  test('issues certificates of another key, and enforces no compliance steps', async () => {
    const compliance = issued(await device.gateway.requestCompliance(device.request(), '123345'));
    const production = issued(await device.gateway.requestProduction(compliance.pair, compliance.requestId));
    for (const { certificate } of [compliance, production])
      expect(certificate.publicKey).not.toEqual(device.key.publicKey);
    const renewed = await device.gateway.renewProduction(production.pair, device.request(), '123456');
    expect(issued(renewed).pair).not.toEqual(production.pair);
  });
});

test('any sandbox gives canned certificates and waives the steps where so requested', async () => {
  const sandbox = await start('simulation');
  const device = deviceOf(sandbox, 'simulation');
  await direct(sandbox, 'canned-certificate*1');
  await direct(sandbox, 'steps-not-enforced*1');
  const canned = issued(await device.gateway.requestCompliance(device.request(), sandbox.makeOtp()));
  expect(canned.certificate.publicKey).not.toEqual(device.key.publicKey);
  const real = issued(await device.gateway.requestProduction(canned.pair, canned.requestId));
  expect(real.certificate.publicKey).toEqual(device.key.publicKey);
});

test('a file plays one environment for ever', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-sandbox-'));
  try {
    const file = path.join(folder, 'sandbox.db');
    await (await start('simulation', file)).close();
    started.splice(0);
    const refused = await startSandbox({ clock, plays: 'production', file }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FailureError);
    expect(refused).toMatchObject({ failure: { code: 'other-environment' } });
    await start('simulation', file);
    await started.splice(0)[0]?.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
