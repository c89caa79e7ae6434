import path from 'node:path';
import { expect, test } from 'vitest';
import { createChanges } from '../../../../main/books/ledger/database/changes.ts';
import { commitsOfOthers } from '../../../../main/books/ledger/database/database.ts';
import { createSettings } from '../../../../main/books/ledger/database/settings.ts';
import { openIntegrationStore } from '../../../../main/integration/store/integration-store.ts';
import { dropFolderSetting, prunedDays } from '../../../../shared/stored/settings/integration.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newFolder } from '../../../support/khatm.ts';

function twoPrograms() {
  const file = path.join(newFolder('changes'), 'integration.db');
  const database = openIntegrationStore(file);
  const other = openIntegrationStore(file);
  const settings = createSettings(database);
  return {
    database,
    settings,
    others: createSettings(other),
    changes: createChanges(database),
    isOn: () => String(settings.read(dropFolderSetting).enabled),
    close() {
      database.close();
      other.close();
    },
  };
}

test('what is kept is made again at its next use once its rows have changed, by whomever, and only then', () => {
  const { settings, others, changes, isOn, close } = twoPrograms();
  let made = 0;
  const kept = changes.kept('a test', isOn, () => {
    made += 1;
    return settings.read(dropFolderSetting).enabled;
  });
  expect([kept(), kept(), made]).toEqual([false, false, 1]);
  others.write(dropFolderSetting, { enabled: true });
  expect([kept(), made]).toEqual([true, 2]);
  settings.write(dropFolderSetting, { enabled: false });
  expect([kept(), made]).toEqual([false, 3]);
  others.write(prunedDays, [1]);
  settings.write(prunedDays, [2]);
  expect([kept(), made]).toEqual([false, 3]);
  close();
});

test('what a transaction undoes is not kept', () => {
  const { database, settings, changes, isOn, close } = twoPrograms();
  const kept = changes.kept('a test', isOn, () => settings.read(dropFolderSetting).enabled);
  const undone = database.transaction(() => {
    settings.write(dropFolderSetting, { enabled: true });
    expect(kept()).toBe(true);
    throw new Error('undone');
  });
  expect(undone).toThrow('undone');
  expect(kept()).toBe(false);
  close();
});

test('a follower hears of a change once, by a look or within a second, until it ends', async () => {
  const { database, settings, others, changes, isOn, close } = twoPrograms();
  const clock = new FakeClock();
  let heard = 0;
  let outside = 0;
  const stops = [
    changes.watch(clock, (error) => {
      throw error;
    }),
    changes.follow('a test', isOn, () => {
      heard += 1;
    }),
    changes.follow(
      'a test of others',
      () => String(commitsOfOthers(database)),
      () => {
        outside += 1;
      },
    ),
  ];
  others.write(dropFolderSetting, { enabled: true });
  changes.look();
  changes.look();
  expect([heard, outside]).toEqual([1, 1]);
  settings.write(dropFolderSetting, { enabled: false });
  await clock.advance(1_000);
  expect([heard, outside]).toEqual([2, 1]);
  others.write(prunedDays, [1]);
  await clock.advance(10_000);
  expect([heard, outside]).toEqual([2, 2]);
  for (const stop of stops) stop();
  others.write(dropFolderSetting, { enabled: true });
  await clock.advance(10_000);
  expect([heard, outside]).toEqual([2, 2]);
  close();
});

test('an error of one follower is reported, and the next look goes on', async () => {
  const { others, changes, isOn, close } = twoPrograms();
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const stop = changes.watch(clock, (error) => errors.push(error));
  changes.follow('a test', isOn, () => {
    throw new Error('no');
  });
  others.write(dropFolderSetting, { enabled: true });
  await clock.advance(1_000);
  others.write(dropFolderSetting, { enabled: false });
  await clock.advance(1_000);
  expect(errors).toHaveLength(2);
  stop();
  close();
});
