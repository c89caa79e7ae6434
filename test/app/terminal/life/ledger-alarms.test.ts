import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDailyBackups } from '../../../../main/app/environment/backups/backups.ts';
import { ledgerAlarms } from '../../../../main/app/environment/guards/ledger-alarms.ts';
import { createRollbackGuard } from '../../../../main/app/environment/guards/rollback-guard.ts';
import { createMonitor } from '../../../../main/app/environment/monitor/monitor.ts';
import { documentReaders } from '../../../../main/till/issue/document-readers.ts';
import type { Alarm } from '../../../../shared/alarm.ts';
import { FailureError, fail } from '../../../../shared/failure.ts';
import { newEntry } from '../../../books/ledger/sample.ts';
import { testLedger } from '../../../books/ledger/support.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newFolder } from '../../../support/khatm.ts';

/* Tests alarms about the ledger, its witness and its backups. */

const minute = 60_000;

/** Creates the monitor of an environment, with a vault that can be locked. */
function environment() {
  const clock = new FakeClock();
  const ledger = testLedger();
  const secrets = new Map<string, string>();
  let isLocked = false;
  const history = createRollbackGuard({
    ledger,
    vault: {
      get: async (name) => secrets.get(name),
      has: async () => false,
      delete: async () => undefined,
      set: async (name, value) => {
        if (isLocked) fail('vault-unavailable');
        secrets.set(name, value);
      },
    },
    clock,
    onChange: () => watch.lookAgain(),
  });
  const backups = createDailyBackups({
    ledger,
    vatNumber: () => '399999999900003',
    readers: documentReaders,
    folder: path.join(newFolder('terminal'), 'books'),
    clock,
    failureOf: (error) => (error instanceof FailureError ? error.failure : { code: 'internal' }),
    onChange: () => watch.lookAgain(),
  });
  const told: Alarm[] = [];
  let changes = 0;
  const watch = createMonitor({
    environment: 'production',
    ledger,
    submitter: { pauseReason: undefined, perSecond: 0, wake: () => undefined },
    clock,
    otherAlarms: (now) => [...history.alarms(now), ...backups.alarms(now)],
    onChange: () => {
      changes += 1;
    },
    onAlarm: (alarm) => told.push(alarm),
    onError: (error) => {
      throw error;
    },
  });
  watch.start();
  return {
    clock,
    ledger,
    history,
    backups,
    watch,
    told,
    lock: (locked: boolean) => {
      isLocked = locked;
    },
    get changes() {
      return changes;
    },
    sell() {
      ledger.chain.append(newEntry());
      history.touch();
    },
  };
}

describe('a witness that cannot be written', () => {
  test('is told of after some minutes, once, and no more once it is written', async () => {
    const { clock, ledger, history, watch, told, lock, sell } = environment();
    await history.check();
    lock(true);
    sell();
    const since = new Date(clock.now() + 1_000).toISOString();
    await clock.advance(4 * minute);
    expect([told, watch.current()]).toEqual([[], []]);
    await clock.advance(3 * minute);
    sell();
    await clock.advance(10 * minute);
    const alarm: Alarm = { kind: 'witness', level: 'amber', since };
    expect([told, watch.current()]).toEqual([[alarm], [alarm]]);
    const alarms = ledger.audit.list({ limit: 10 }).filter(({ action }) => action === 'alarm');
    expect(alarms).toMatchObject([{ detail: alarm }]);
    lock(false);
    await clock.advance(minute);
    expect(watch.current()).toEqual([]);
    watch.stop();
    await history.stop();
  });

  test('that is written within minutes is nobody’s business', async () => {
    const { clock, history, watch, told, lock, sell } = environment();
    await history.check();
    for (let hour = 0; hour < 5; hour += 1) {
      lock(true);
      sell();
      await clock.advance(4 * minute);
      lock(false);
      await clock.advance(56 * minute);
    }
    expect(told).toEqual([]);
    watch.stop();
    await history.stop();
  });
});

test('a backup that fails is told of until one is made, or it goes elsewhere', async () => {
  const shop = environment();
  const { clock, backups, watch, told } = shop;
  // A file replaces the folder, so that no user's program can write there.
  const blocked = path.join(newFolder('backups'), 'taken');
  writeFileSync(blocked, '');
  backups.setFolder(path.join(blocked, 'inside'));
  const before = shop.changes;
  await expect(backups.run()).rejects.toMatchObject({ failure: { code: 'folder-unusable' } });
  const alarm: Alarm = { kind: 'backup', level: 'amber', why: 'folder-unusable' };
  expect([told, watch.current()]).toEqual([[alarm], [alarm]]);
  expect(shop.changes).toBe(before + 1);
  await clock.advance(60 * minute);
  expect(told).toHaveLength(1);
  backups.setFolder(undefined);
  expect(watch.current()).toEqual([]);
  expect(shop.changes).toBe(before + 2);
  watch.stop();
});

test.each([
  'ledger-broken',
  'ledger-old',
  'ledger-forked',
  'ledger-lost',
  'ledger-copied',
  'ledger-newer',
] as const)('a ledger refused with %s raises an alarm and is not written to', async (why) => {
  const clock = new FakeClock();
  const ledger = testLedger();
  const told: Alarm[] = [];
  const watch = createMonitor({
    environment: 'production',
    ledger,
    submitter: { pauseReason: undefined, perSecond: 0, wake: () => undefined },
    clock,
    otherAlarms: () => ledgerAlarms({ code: why }),
    onAlarm: (alarm) => told.push(alarm),
    onError: (error) => {
      throw error;
    },
  });
  watch.start();
  await clock.advance(5 * minute);
  expect(told).toEqual([{ kind: 'ledger', level: 'red', why }]);
  expect(ledger.audit.list({ limit: 10 })).toEqual([]);
  watch.stop();
});
