import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appImageInstaller } from '../../../main/app/updates/appimage.ts';
import type { Installer } from '../../../main/app/updates/installer.ts';
import { readState } from '../../../main/app/updates/state.ts';
import { createUpdateService } from '../../../main/app/updates/update-service.ts';
import { createUpdateSettings, type UpdatePolicy } from '../../../main/app/updates/update-settings.ts';
import { createUpdater } from '../../../main/app/updates/updater.ts';
import type { UpdateWait } from '../../../shared/update.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { memorySettings } from '../../support/memory-settings.ts';
import { here, packageOf, publishRelease } from './release.ts';
import { serveUpdates, type UpdateServer } from './server.ts';

const hour = 3_600_000;
let root: string;
let program: string;
let server: UpdateServer;
let clock: FakeClock;
let ended: number;
let wait: UpdateWait | undefined;
let pauses: number;
let kept: Map<string, string>;

beforeEach(async () => {
  root = newFolder('update-service');
  program = path.join(root, 'Khatm.AppImage');
  writeFileSync(program, packageOf('0.1.0'));
  publishRelease(path.join(root, 'dist'));
  server = await serveUpdates(path.join(root, 'dist'));
  // The time is 20:00 in Riyadh.
  clock = new FakeClock(Date.parse('2026-11-20T20:00:00+03:00'));
  ended = 0;
  wait = undefined;
  pauses = 0;
  kept = new Map();
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

function open(policy: UpdatePolicy = {}, change: Partial<Installer> = {}) {
  const folder = path.join(root, 'updates');
  const settings = createUpdateSettings(memorySettings(kept), policy);
  const installer = { ...appImageInstaller(program, () => undefined), ...change };
  const quiet = {
    waits: () => wait,
    pauseSending: () => {
      pauses += 1;
      return {
        keepsBuyer: () => false,
        end: () => {
          pauses -= 1;
        },
      };
    },
    sendingEndsMs: 35_000,
  };
  const onError = (error: unknown) => {
    throw error;
  };
  const updater = createUpdater({
    folder,
    here: () => here({ ring: settings.ring }),
    schemasRead: here().schemas,
    serials: settings.serials,
    installer,
    clock,
    ...quiet,
    prepare: async () => [],
    onEvent: () => undefined,
    onError,
  });
  return createUpdateService({
    updater,
    settings,
    folder,
    version: '0.1.0',
    installer,
    isByHand: false,
    clock,
    random: () => 0.5,
    fetch: () => fetch,
    ...quiet,
    health: async () => true,
    end: () => {
      ended += 1;
    },
    onChange: () => undefined,
    onError,
  });
}

const night = { from: '02:00', to: '05:00' };
const versionThere = () => readFileSync(program, 'utf8').split('\n', 1)[0];

/** Lets time pass in small steps, in each of which real requests and file work can finish. */
async function pass(milliseconds: number): Promise<void> {
  const step = hour / 2;
  for (let done = 0; done < milliseconds; done += step) {
    await clock.advance(Math.min(step, milliseconds - done));
    for (let round = 0; round < 30; round++) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test('no server is asked as long as none is set', async () => {
  const service = open();
  service.start();
  await service.look();
  await clock.advance(12 * hour);
  expect(server.requests).toEqual([]);
  expect(await service.view()).toMatchObject({ way: 'itself', automatic: true, night });
  await service.stop();
});

test('an update is fetched by itself and installed in the night, once nothing is under way', async () => {
  const service = open();
  service.setSettings({ server: server.address, automatic: true, night });
  service.start();
  await pass(2 * hour);
  expect((await service.view()).offer).toMatchObject({ version: '0.2.0', tonight: false });
  expect(server.requests).toContain('/stable/Khatm.AppImage');
  wait = 'basket';
  await pass(5 * hour);
  expect(versionThere()).toBe('0.1.0');
  wait = undefined;
  await pass(hour / 2);
  await expect.poll(() => [versionThere(), ended]).toEqual(['0.2.0', 1]);
  await service.stop();
}, 30_000);

test('without the automatic way a manager’s word is needed, and the night is kept to', async () => {
  const service = open();
  service.setSettings({ server: server.address, automatic: false, night });
  service.start();
  await service.look();
  await pass(8 * hour);
  expect(versionThere()).toBe('0.1.0');
  service.setTonight(true);
  service.setTonight(false);
  await pass(hour / 4);
  expect(versionThere()).toBe('0.1.0');
  service.setTonight(true);
  await pass(hour / 4);
  await expect.poll(versionThere).toBe('0.2.0');
  await service.stop();
}, 30_000);

test('an offer that waits for a week is an alarm, and so is a failure until somebody decides', async () => {
  const service = open({}, { install: () => Promise.reject(new Error('no')) });
  const failing = open({}, { install: () => Promise.reject(new Error('no')) });
  service.setSettings({ server: server.address, automatic: false, night });
  await service.look();
  expect(service.alarms()).toEqual([]);
  await clock.advance(7 * 24 * hour + 1);
  expect(service.alarms()).toEqual([{ kind: 'update', level: 'amber', why: 'waiting' }]);
  expect(failing.alarms()).toHaveLength(1);
  await service.stop();
});

test('a press is answered with why it cannot be, and else ends the program', async () => {
  const service = open();
  await expect(service.installNow('Huda')).rejects.toMatchObject({
    failure: { code: 'update-refused', detail: { why: 'missing' } },
  });
  await service.lookIn(path.join(root, 'dist'));
  wait = 'card';
  await expect(service.installNow('Huda')).rejects.toMatchObject({
    failure: { code: 'update-waits', detail: { why: 'card' } },
  });
  wait = undefined;
  await service.installNow('Huda');
  expect([versionThere(), ended]).toEqual(['0.2.0', 1]);
  expect(readState(path.join(root, 'updates')).installing).toMatchObject({ by: 'Huda' });
});

test('a sale that began while the package was put in place is finished first', async () => {
  const service = open(
    {},
    {
      install: async () => {
        wait = 'basket';
        return () => undefined;
      },
    },
  );
  await service.lookIn(path.join(root, 'dist'));
  const waits = { failure: { code: 'update-waits', detail: { why: 'basket' } } };
  await expect(service.installNow('Huda')).rejects.toMatchObject(waits);
  await expect(service.installNow('Huda')).rejects.toMatchObject(waits);
  await clock.advance(60_000);
  expect([ended, pauses]).toEqual([0, 0]);
  wait = undefined;
  await clock.advance(5_000);
  expect(ended).toBe(1);
  await service.stop();
});

test('a document that is under way at the end is waited for, and sending stays paused from then on', async () => {
  const service = open(
    {},
    {
      install: async () => {
        wait = 'sending';
        return () => undefined;
      },
    },
  );
  await service.lookIn(path.join(root, 'dist'));
  const installing = service.installNow('Huda');
  await expect.poll(() => [wait, pauses]).toEqual(['sending', 1]);
  await clock.advance(3_000);
  expect([ended, pauses]).toEqual([0, 1]);
  wait = undefined;
  await clock.advance(250);
  await installing;
  expect([ended, pauses]).toEqual([1, 1]);
  await service.stop();
});

test('an older version is never installed by itself', async () => {
  publishRelease(path.join(root, 'dist'), { version: '0.0.9', minimumVersion: '0.0.1', serial: 3 });
  const service = open();
  service.setSettings({ server: server.address, automatic: true, night });
  service.start();
  await service.look();
  await pass(10 * hour);
  expect((await service.view()).offer).toMatchObject({ isOlder: true });
  expect(versionThere()).toBe('0.1.0');
  await service.stop();
}, 30_000);

test('the policy’s server and ring hold, and cannot be set otherwise', async () => {
  publishRelease(path.join(root, 'dist'), { ring: 'early' });
  const service = open({ server: server.address, ring: 'early' });
  await service.look();
  expect(server.requests[0]).toBe('/early/khatm-update.json');
  expect(await service.view()).toMatchObject({ ring: 'early', serverFromPolicy: true, offer: {} });
  const settings = { automatic: false, night };
  expect(() => service.setSettings({ ...settings, server: 'https://other.example' })).toThrow(
    'set-by-policy',
  );
  service.setSettings({ ...settings, server: server.address });
  expect(await service.view()).toMatchObject({ automatic: false, server: server.address });
});
