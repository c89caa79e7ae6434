import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDailyBackups } from '../../../main/app/environment/backups/backups.ts';
import { newBackupKey } from '../../../main/base/encrypted/backup-key.ts';
import type { FailureError } from '../../../shared/failure.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { otherDisk } from '../../support/other-disk.ts';
import { newEntry, readers } from '../ledger/sample.ts';
import { testFolder, testLedger } from '../ledger/support.ts';

const hour = 3_600_000;

/** Makes the folder of an environment in a data folder. */
function ownFolder(): string {
  const folder = path.join(testFolder(), 'training');
  mkdirSync(folder);
  return folder;
}

it('goes on day by day after one that was made while the clock was years ahead', async () => {
  const ledger = testLedger();
  ledger.chain.append(newEntry());
  const folder = testFolder();
  const clock = new FakeClock();
  const backups = createDailyBackups({
    ledger,
    vatNumber: () => '399999999900003',
    readers,
    folder: ownFolder(),
    clock,
    failureOf: (error) => {
      throw error;
    },
    onChange: () => {},
  });
  const made = (count: number) => vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(count), 20_000);
  backups.setFolder(folder);
  clock.set(clock.now() + 10 * 365 * 24 * hour);
  backups.start();
  await made(1);
  await vi.waitFor(() => expect(backups.view().last).toBeDefined());
  clock.set(clock.now() - 10 * 365 * 24 * hour);
  await clock.advance(hour);
  await made(2);
  await backups.stop();
});

it('waits for a drive that was pulled out, and goes on once it is back', async () => {
  const ledger = testLedger();
  ledger.chain.append(newEntry());
  const drive = path.join(testFolder(), 'drive');
  mkdirSync(drive);
  const folder = path.join(drive, 'khatm');
  const clock = new FakeClock();
  const backups = createDailyBackups({
    ledger,
    vatNumber: () => '399999999900003',
    readers,
    folder: ownFolder(),
    clock,
    failureOf: (error) => (error as FailureError).failure,
    onChange: () => {},
  });
  backups.setFolder(folder);
  await backups.run();
  backups.start();
  const pulled = `${drive}.pulled`;
  renameSync(drive, pulled);
  await clock.advance(25 * hour);
  await vi.waitFor(
    () => expect(backups.alarms(clock.now())).toMatchObject([{ why: 'folder-unusable' }]),
    20_000,
  );
  expect(existsSync(drive)).toBe(false);
  renameSync(pulled, drive);
  await clock.advance(hour);
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(2), 20_000);
  await vi.waitFor(() => expect(backups.alarms(clock.now())).toEqual([]));

  // A backup that a person asks for is made, even in a new folder, but not where its drive is missing.
  renameSync(folder, `${folder}.before`);
  await backups.run();
  expect(readdirSync(folder)).toHaveLength(1);
  renameSync(drive, pulled);
  await expect(backups.run()).rejects.toMatchObject({ failure: { code: 'folder-unusable' } });
  expect(existsSync(drive)).toBe(false);
  await backups.stop();
});

it('gives up a plain backup when encryption is chosen, and makes an encrypted one', async () => {
  const ledger = testLedger();
  ledger.chain.append(newEntry());
  const folder = testFolder();
  let key: Buffer | undefined;
  const backups = createDailyBackups({
    ledger,
    vatNumber: () => '399999999900003',
    encryptionKey: async () => key,
    readers,
    folder: ownFolder(),
    clock: new FakeClock(),
    failureOf: (error) => {
      throw error;
    },
    onChange: () => {},
  });
  backups.setFolder(folder);
  const plain = backups.run();
  // The service has read its settings by now, but has not started a backup.
  await Promise.resolve();
  key = newBackupKey();
  await backups.runAnew();
  await plain;
  expect(backups.view()).toMatchObject({ running: false, failure: undefined, last: { isEncrypted: true } });
  expect(readdirSync(folder).map((name) => name.endsWith('.encrypted'))).toEqual([true]);
  await backups.stop();
});

it.skipIf(otherDisk === undefined)(
  'tells a folder on the disk of the ledger from one on another disk',
  async () => {
    const ledger = testLedger();
    ledger.chain.append(newEntry());
    const backups = createDailyBackups({
      ledger,
      vatNumber: () => '399999999900003',
      readers,
      folder: ownFolder(),
      clock: new FakeClock(),
      failureOf: (error) => (error as FailureError).failure,
      onChange: () => {},
    });
    backups.setFolder(testFolder());
    await backups.run();
    expect(backups.view().last?.sameDisk).toBe(true);
    const other = mkdtempSync(path.join(otherDisk ?? '', 'khatm-test-'));
    onTestFinished(() => rmSync(other, { recursive: true }));
    backups.setFolder(other);
    await backups.run();
    expect(backups.view().last?.sameDisk).toBeUndefined();
  },
);

it.skipIf(process.platform === 'win32')(
  'tells that every user may replace the backups, until one is made where they may not',
  async () => {
    const ledger = testLedger();
    ledger.chain.append(newEntry());
    const clock = new FakeClock();
    const backups = createDailyBackups({
      ledger,
      vatNumber: () => '399999999900003',
      readers,
      folder: ownFolder(),
      clock,
      failureOf: (error) => (error as FailureError).failure,
      onChange: () => {},
    });
    const folder = testFolder();
    chmodSync(folder, 0o777);
    backups.setFolder(folder);
    await backups.run();
    expect(backups.alarms(clock.now())).toEqual([{ kind: 'backup', level: 'amber', why: 'open' }]);
    chmodSync(folder, 0o755);
    await backups.run();
    expect(backups.alarms(clock.now())).toEqual([]);
  },
);
