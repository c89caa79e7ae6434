import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { createSharedSettings } from '../../../main/integration/store/shared-settings.ts';
import { apiReported, apiRequests } from '../../../shared/stored/settings/integration.ts';
import { setting } from '../../../shared/stored/settings/setting.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';

/** Lets the leading program check for requests, and returns true if there was one. */
async function isAsked(leading: ReturnType<typeof programs>['leading']): Promise<boolean> {
  let isAsked = false;
  await leading.applyChanges(async () => {
    isAsked = true;
  });
  return isAsked;
}

const between = {
  requests: apiRequests,
  reported: setting(apiReported.name, z.object({ asked: z.int(), state: z.string() }).optional(), undefined),
};

/** Opens two programs on one folder. */
function programs() {
  const file = path.join(newFolder('take-up'), 'integration.db');
  const clock = new FakeClock();
  const open = (leads: boolean) =>
    createSharedSettings(between, {
      settings: createSettings(openIntegrationStore(file)),
      clock,
      leads: () => leads,
      onError: (error) => {
        throw error;
      },
    });
  return { clock, leading: open(true), other: open(false) };
}

test('what one program asks the other takes up once, and its answer comes back', async () => {
  const { clock, leading, other } = programs();
  await leading.work(async () => 'begun');
  expect(await isAsked(leading)).toBe(false);
  const answer = other.ask();
  expect(await isAsked(leading)).toBe(true);
  expect(await isAsked(other)).toBe(false);
  await leading.work(async () => 'on');
  expect(await isAsked(leading)).toBe(false);
  await clock.advance(1_000);
  expect(await answer).toBe('on');
  leading.say('off');
  expect(await isAsked(leading)).toBe(false);
  expect(other.reported()).toBe('off');
});

test('an answer from before is none, and one that does not come is waited for no longer than a while', async () => {
  const { clock, leading, other } = programs();
  await leading.work(async () => 'begun');
  const first = other.ask();
  await clock.advance(60_000);
  expect(await first).toBeUndefined();
  expect(await isAsked(leading)).toBe(true);
});

test('who asks while the work is under way is answered by the next', async () => {
  const { clock, leading, other } = programs();
  let answer: Promise<string | undefined> = Promise.resolve(undefined);
  await leading.work(async () => {
    answer = other.ask();
    return 'too early';
  });
  expect(await isAsked(leading)).toBe(true);
  await leading.work(async () => 'in time');
  await clock.advance(1_000);
  expect(await answer).toBe('in time');
});
