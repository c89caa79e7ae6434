import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDailyBackups } from '../../../main/app/environment/backups/backups.ts';
import { openBackup } from '../../../main/books/backup/restore.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { documentReaders } from '../../../main/till/issue/document-readers.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { newIdentity, openTill } from '../../integration/till.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { isWine } from '../../support/wine.ts';
import { testFolder } from '../ledger/support.ts';

/* The folder of the backups, and what others put there. */

const coffee = saleSchema.parse({ lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14.00' }] });
const clock = new FakeClock();
const identity = newIdentity(clock.now());
const onUnix = test.skipIf(process.platform === 'win32');

let data: string;
let books: string;
let drive: string;
beforeEach(() => {
  data = testFolder();
  books = path.join(data, 'production');
  mkdirSync(books);
  drive = testFolder();
});

/** Opens a till of the same certificate, and its backups. */
function openShop(file = path.join(books, 'ledger.db'), from = identity) {
  const till = openTill(file, clock, from);
  let changes = 0;
  const backups = createDailyBackups({
    ledger: till.ledger,
    vatNumber: () => '399999999900003',
    readers: documentReaders,
    folder: path.dirname(file),
    clock,
    failureOf: (error) => {
      throw error;
    },
    onChange: () => {
      changes += 1;
    },
  });
  backups.setFolder(drive);
  return {
    ...till,
    backups,
    changes: () => changes,
    async backUp(): Promise<string> {
      await backups.run();
      return backups.view().last?.file ?? '';
    },
  };
}

/** Returns the name that a backup of this ledger would have, had it later documents. */
const nameOf = (id: string, icv = 999_999) =>
  path.join(drive, `399999999900003_20261120T131500_${id.slice(0, 8)}_${String(icv).padStart(6, '0')}.khatm`);

describe('a file that by its name is a later backup', () => {
  test('proves nothing by its name, and is named in an alarm while it is there', async () => {
    const shop = openShop();
    shop.issue(coffee);
    const made = await shop.backUp();
    const strange = nameOf(shop.ledger.id);
    for (const put of [
      () => writeFileSync(strange, 'x'),
      () => copyFileSync(made, strange),
      () => writeFileSync(`${strange}.encrypted`, 'khatm backup 1\r\n'.padEnd(100, 'x')),
      () => mkdirSync(strange),
      ...(isWine ? [] : [() => symlinkSync(path.join(books, 'ledger.db'), strange)]),
    ]) {
      put();
      expect(await shop.backups.proofOfOlder()).toBeUndefined();
      expect(shop.backups.alarms(0)).toEqual([
        { kind: 'backup-strange', level: 'amber', name: expect.stringContaining(strange) },
      ]);
      for (const file of [strange, `${strange}.encrypted`]) rmSync(file, { recursive: true, force: true });
    }
    // Once it is removed, the next look finds that by itself.
    shop.backups.start();
    await clock.advance(600_000);
    await vi.waitFor(() => expect(shop.backups.alarms(0)).toEqual([]));
    await shop.backups.stop();
    shop.ledger.close();
  });

  test('proves that the ledger is an older copy if it goes on with the ledger’s own stamp', async () => {
    const shop = openShop();
    shop.issue(coffee);
    const older = await shop.backUp();
    shop.issue(coffee);
    const newer = await shop.backUp();
    expect(await shop.backups.proofOfOlder()).toBeUndefined();
    shop.ledger.close();
    const file = path.join(books, 'old.db');
    copyFileSync(older, file);
    const old = openShop(file);
    expect(await old.backups.proofOfOlder()).toMatchObject({ file: newer, icv: 2 });
    expect(old.backups.alarms(0)).toEqual([]);
    old.ledger.close();
  });

  test('proves nothing if somebody else made its documents', async () => {
    const shop = openShop();
    shop.issue(coffee);
    const made = await shop.backUp();
    const forged = path.join(books, 'forged.db');
    copyFileSync(made, forged);
    const forger = openShop(forged, newIdentity(clock.now()));
    forger.issue(coffee);
    forger.ledger.checkpoint();
    forger.ledger.close();
    copyFileSync(forged, nameOf(shop.ledger.id, 2));
    expect(await shop.backups.proofOfOlder()).toBeUndefined();
    expect(shop.backups.alarms(0)).toMatchObject([{ kind: 'backup-strange' }]);
    shop.ledger.close();
  });
});

onUnix('pipes in the folder stop neither a backup nor a look at one', async () => {
  const shop = openShop();
  shop.issue(coffee);
  for (let icv = 5; icv < 11; icv += 1) execFileSync('mkfifo', [nameOf(shop.ledger.id, icv)]);
  expect(await shop.backups.proofOfOlder()).toBeUndefined();
  const file = await shop.backUp();
  const options = { environment: 'training', scratch: testFolder() } as const;
  await expect(openBackup(nameOf(shop.ledger.id, 5), options)).rejects.toMatchObject({
    failure: { code: 'place-not-plain', detail: { name: nameOf(shop.ledger.id, 5) } },
  });
  const archive = await openBackup(file, options);
  expect(archive.chain.head()?.icv).toBe(1);
  archive.close();
  shop.ledger.close();
});

test.skipIf(isWine)('links in the place of its files are replaced, and what they lead to stays', async () => {
  const shop = openShop();
  shop.issue(coffee);
  const vault = path.join(data, 'vault.json');
  writeFileSync(vault, 'the vault');
  const mark = shop.ledger.id.slice(0, 8);
  symlinkSync(vault, path.join(drive, `.${mark}-${process.pid}.part`));
  const file = await shop.backUp();
  rmSync(file);
  symlinkSync(vault, file);
  expect(await shop.backUp()).toBe(file);
  expect(readFileSync(vault, 'utf8')).toBe('the vault');
  const copy = path.join(testFolder(), 'copy.db');
  copyFileSync(file, copy);
  openLedger(copy, { environment: 'training' }).close();
  shop.ledger.close();
});

test('a folder among the terminal’s own files is refused', async () => {
  const shop = openShop();
  shop.issue(coffee);
  for (const folder of [data, path.join(data, 'backups'), path.join(books, 'backups')]) {
    shop.backups.setFolder(folder);
    await expect(shop.backups.run()).rejects.toMatchObject({ failure: { code: 'place-own' } });
  }
  shop.ledger.close();
});
