import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../main/books/ledger/database/database.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import type { PlayedEnvironment } from '../../main/sandbox/environments.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { migrations } from '../../main/sandbox/store/schema.ts';
import { businessSale, consumerSale, Device, direct, hour, issued, TestClock } from './device.ts';

/* Tests a sandbox whose file was deleted while the terminal's ledger was not. */

let folder: string;
let file: string;
let clock: TestClock;
let sandbox: Sandbox;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'khatm-sandbox-'));
  file = path.join(folder, 'sandbox.db');
  clock = new TestClock();
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function start(plays: PlayedEnvironment = 'training'): Promise<Sandbox> {
  sandbox = await startSandbox({ clock, file, plays });
  return sandbox;
}

/** Restarts the sandbox without its data, and connects the same till to the new one. */
async function loseMemory(device: Device, plays?: PlayedEnvironment): Promise<Device> {
  await sandbox.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  clock.advance(hour);
  const after = new Device(await start(plays), clock);
  Object.assign(after, { key: device.key });
  return after;
}

const unauthorized = { kind: 'credential-refused', answer: { httpStatus: 401 } };
const accepted = { kind: 'accepted', again: false };

describe('in training', () => {
  test('the pair serves on, what waits is accepted, and the chain is held from there', async () => {
    const before = new Device(await start(), clock);
    const pair = await before.onboard();
    expect(await before.gateway.report(pair, before.next(consumerSale, pair))).toMatchObject(accepted);
    const waiting = [before.next(consumerSale, pair), before.next(businessSale, pair)] as const;

    const { gateway } = await loseMemory(before);
    expect(await gateway.report(pair, waiting[0])).toMatchObject(accepted);
    expect(await gateway.clear(pair, waiting[1])).toMatchObject(accepted);
    expect(await gateway.report(pair, before.stamp(consumerSale, pair, { icv: 2 }))).toMatchObject({
      kind: 'rejected',
      errors: [{ code: 'sandbox-counter-reused' }],
    });
  });

  test('the pair can be renewed, revoked and re-issued like any other', async () => {
    const before = new Device(await start(), clock);
    const pair = await before.onboard();
    const after = await loseMemory(before);
    const renewed = issued(await after.gateway.renewProduction(pair, after.request(), sandbox.makeOtp()));
    expect(await after.gateway.report(renewed.pair, before.next(consumerSale, pair))).toMatchObject(accepted);
    const reissued = await after.withNewKey().onboard();
    expect(reissued.csid).not.toBe(pair.csid);
    expect(await after.gateway.report(pair, before.next(consumerSale, pair))).toMatchObject(unauthorized);
  });

  test('what was stamped before the last renewal is accepted under the pair after it', async () => {
    const before = new Device(await start(), clock);
    const pair = await before.onboard();
    const waiting = before.next(consumerSale, pair);
    const next = before.withNewKey();
    const renewed = issued(await next.gateway.renewProduction(pair, next.request(), sandbox.makeOtp())).pair;
    const { gateway } = await loseMemory(next);
    expect(await gateway.report(renewed, waiting)).toMatchObject(accepted);
  });

  test('the first secret that comes with a certificate is the one that stays', async () => {
    const before = new Device(await start(), clock);
    const pair = await before.onboard();
    const { gateway } = await loseMemory(before);
    const document = before.next(consumerSale, pair);
    expect(await gateway.report(pair, document)).toMatchObject(accepted);
    const other = { ...pair, secret: 'another secret, as long as that' };
    expect(await gateway.report(other, document)).toMatchObject(unauthorized);
    await direct(sandbox, 'revoke');
    expect(await gateway.report(pair, document)).toMatchObject(unauthorized);
  });

  test('no certificate is believed for a device that is known', async () => {
    const before = new Device(await start(), clock);
    const pair = await before.onboard();
    const after = await loseMemory(before);
    await after.withNewKey().onboard();
    expect(await after.gateway.report(pair, before.next(consumerSale, pair))).toMatchObject(unauthorized);
  });

  test('nor one that expired, nor one issued after this sandbox began', async () => {
    const before = new Device(await start(), clock);
    await direct(sandbox, 'certificate-minutes=5');
    const expired = await before.onboard();
    const after = await loseMemory(before);
    expect(await after.gateway.report(expired, before.next(consumerSale, expired))).toMatchObject(
      unauthorized,
    );

    clock.advance(1000);
    const elsewhere = await startSandbox({ clock });
    try {
      const foreign = new Device(elsewhere, clock, { serial: '1-Khatm|2-1|3-elsewhere' });
      const pair = await foreign.onboard();
      expect(await after.gateway.report(pair, foreign.next(consumerSale, pair))).toMatchObject(unauthorized);
    } finally {
      await elsewhere.close();
    }
  });
});

test('any other environment than training knows nobody any more', async () => {
  const before = new Device(await start('simulation'), clock);
  before.template = authorityProfile.templates.simulation;
  const pair = await before.onboard();
  const { gateway } = await loseMemory(before, 'simulation');
  expect(await gateway.report(pair, before.next(consumerSale, pair))).toMatchObject(unauthorized);
});

test('a damaged stamp of the sandbox fails a clearance without rejecting its document', async () => {
  const till = new Device(await start(), clock);
  const pair = await till.onboard();
  const waiting = till.next(businessSale, pair);
  await sandbox.close();
  const database = openDatabase(file, migrations);
  database.exec(`UPDATE authority SET stamp_certificate = 'damaged'`);
  database.close();

  const { gateway } = new Device(await start(), clock);
  expect(await gateway.clear(pair, waiting)).toMatchObject({ kind: 'unknown', answer: { httpStatus: 500 } });
});
