import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pauseSending } from '../../../main/app/terminal/pause-sending.ts';
import { appImageInstaller } from '../../../main/app/updates/appimage.ts';
import { folderSource } from '../../../main/app/updates/source.ts';
import { createUpdater, type UpdaterOptions } from '../../../main/app/updates/updater.ts';
import type { UpdateWait } from '../../../shared/update.ts';
import { minute, provideShop, second, shop } from '../../sending/submission/shop.ts';
import { newFolder } from '../../support/khatm.ts';
import { reported } from '../../support/run/outcomes.ts';
import { here, newSerials, packageOf, publishRelease } from './release.ts';

/* Tests a till whose queue is never empty, with a real ledger and a real queue. */

provideShop();

let root: string;
let program: string;
let basket: UpdateWait | undefined;

beforeEach(() => {
  root = newFolder('update-backlog');
  program = path.join(root, 'Khatm.AppImage');
  writeFileSync(program, packageOf('0.1.0'), { mode: 0o755 });
  publishRelease(path.join(root, 'dist'));
  basket = undefined;
});
afterEach(() => rmSync(root, { recursive: true }));

const versionThere = () => readFileSync(program, 'utf8').split('\n', 1)[0];
const isSending = () => shop.ledger.search.list({ states: ['sending'], limit: 1 }).total > 0;

/** Begins an installation, and advances the time once sending is paused. */
async function install(change: Partial<UpdaterOptions> = {}) {
  let isPaused = false;
  const { pauseSending: pause = () => pauseSending([shop]), ...others } = change;
  const updater = createUpdater({
    folder: path.join(root, 'updates'),
    here: () => here(),
    schemasRead: here().schemas,
    serials: newSerials(),
    installer: appImageInstaller(program, () => undefined),
    clock: shop.clock,
    waits: () => basket ?? (isSending() ? 'sending' : undefined),
    pauseSending: () => {
      isPaused = true;
      return pause();
    },
    sendingEndsMs: 35 * second,
    prepare: async () => [],
    onEvent: () => undefined,
    onError: () => undefined,
    ...others,
  });
  const source = folderSource(path.join(root, 'dist'));
  await updater.look(source);
  let isOver = false;
  const result = updater.install(source, 'Huda').finally(() => {
    isOver = true;
  });
  return {
    result,
    async passUntil(holds: () => boolean = () => false) {
      while (!isOver && !holds()) {
        await shop.clock.advance(isPaused ? 100 : 0);
        // The files are real, so their work takes real time.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** Each call takes a second, and each document is followed by another. */
function neverEmpty(): void {
  for (let count = 0; count < 20; count++) shop.issue();
  shop.authority = async () => {
    shop.issue();
    await new Promise<void>((resolve) => shop.clock.after(second, resolve));
    return reported;
  };
  shop.submitter.start();
}

/** Expects that the backlog is being sent again. */
async function expectSending(): Promise<void> {
  const before = shop.sent.length;
  await shop.clock.advance(5 * second);
  expect(shop.sent.length).toBeGreaterThan(before);
}

/** Ends the last calls, so that the shop can close. */
async function endCalls(): Promise<void> {
  shop.authority = () => reported;
  await shop.clock.advance(minute);
}

test('a queue that never gets empty keeps no update waiting', async () => {
  neverEmpty();
  await shop.clock.advance(5 * second);
  const sending = await install();
  await sending.passUntil();
  expect(await sending.result).toBeTypeOf('function');
  expect(versionThere()).toBe('0.2.0');
  expect(shop.ledger.search.counts().waiting).toBeGreaterThan(0);
  await endCalls();
});

test('a document that is under way is waited for, and none begins meanwhile', async () => {
  const calls = shop.hold();
  for (let count = 0; count < 3; count++) shop.issue();
  shop.submitter.start();
  await shop.clock.advance(0);
  expect(calls).toHaveLength(1);
  const at = shop.clock.monotonic();
  let begunAtEnd: number | undefined;
  const onStep = (step: string) => {
    if (step !== 'installed') return;
    begunAtEnd = calls.length;
    shop.authority = () => reported;
  };
  const waiting = await install({ onStep });
  await waiting.passUntil(() => shop.clock.monotonic() - at > 20 * second);
  expect(versionThere()).toBe('0.1.0');
  calls[0]?.answer(reported);
  await waiting.passUntil();
  expect(await waiting.result).toBeTypeOf('function');
  expect(begunAtEnd).toBe(1);
  await shop.clock.advance(minute);
  expect(shop.sent).toHaveLength(3);
});

test('a call without an end is waited for no longer than a call takes, and sending goes on', async () => {
  const calls = shop.hold();
  for (let count = 0; count < 3; count++) shop.issue();
  shop.submitter.start();
  await shop.clock.advance(0);
  const waiting = await install();
  await waiting.passUntil();
  expect(await waiting.result).toEqual({ wait: 'sending' });
  expect(versionThere()).toBe('0.1.0');
  shop.authority = () => reported;
  calls[0]?.answer(reported);
  await expectSending();
});

test('an installation that fails has sending go on at once', async () => {
  neverEmpty();
  const installer = { ...appImageInstaller(program, () => undefined), install: () => Promise.reject('no') };
  const failing = await install({ installer });
  await failing.passUntil();
  expect(await failing.result).toBe('install-failed');
  await expectSending();
  await endCalls();
});

test('an error while the last document is waited for has sending go on', async () => {
  neverEmpty();
  let looks = 0;
  const waits = () => {
    looks += 1;
    if (looks > 2) throw new Error('disk');
    return 'sending' as const;
  };
  const failing = await install({ waits });
  await failing.passUntil();
  expect(await failing.result).toBe('install-failed');
  await expectSending();
  await endCalls();
});

test('a basket that is opened while the backup is made stops it, and sending goes on', async () => {
  neverEmpty();
  const prepare = async () => {
    basket = 'basket';
    return [];
  };
  const stopped = await install({ prepare });
  await stopped.passUntil();
  expect(await stopped.result).toEqual({ wait: 'basket' });
  await expectSending();
  await endCalls();
});

test('a buyer who waits for a clearance stops it, and the clearance goes out', async () => {
  const calls = shop.hold();
  shop.issue();
  shop.submitter.start();
  await shop.clock.advance(0);
  let uuid = '';
  const pause = () => {
    const begun = pauseSending([shop]);
    uuid = shop.issue({ mode: 'clearance' });
    return begun;
  };
  const stopped = await install({ pauseSending: pause });
  await stopped.passUntil();
  expect(await stopped.result).toEqual({ wait: 'sending' });
  shop.authority = () => reported;
  calls[0]?.answer(reported);
  await shop.clock.advance(minute);
  expect(shop.sent.map((claimed) => claimed.uuid)).toContain(uuid);
});
