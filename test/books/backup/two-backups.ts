import { renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { backUp } from '../../../main/books/backup/back-up.ts';
import { restoreBackup } from '../../../main/books/backup/restore.ts';
import { witnessOf } from '../../../main/books/ledger/witness/witness.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { newEntry, readers, start } from '../ledger/sample.ts';
import { testFolder } from '../ledger/support.ts';

function database(file: string, says: string): void {
  const opened = new Database(file);
  opened.exec('CREATE TABLE IF NOT EXISTS setting (key TEXT, value TEXT)');
  opened.prepare('INSERT INTO setting VALUES (?, ?)').run('says', says);
  opened.close();
}

/**
 * Makes two backups of a ledger with the database of integrations beside it, and loses everything except the ledger.
 */
export async function shop(key?: Buffer) {
  const folder = testFolder();
  const target = path.join(folder, 'ledger.db');
  const integration = path.join(folder, 'integration.db');
  const ledger = ledgerIn(target);
  const drive = testFolder();
  const besides = { integration, terminal: path.join(folder, 'none'), catalogue: path.join(folder, 'none') };
  const options = {
    ledger,
    folder: drive,
    vatNumber: '399999999900003',
    readers,
    keep: 9,
    besides,
    scratch: folder,
  };
  const make = async (says: string, now: number) => {
    ledger.chain.append(newEntry());
    database(integration, says);
    return (await backUp({ ...options, now, key })).file;
  };
  const older = await make('old', start);
  const newer = await make('new', start + 60_000);
  const witness = witnessOf(ledger);
  ledger.close();
  renameSync(integration, path.join(folder, 'lost'));
  const restore = (file = newer, more: object = {}) =>
    restoreBackup({
      file,
      key,
      target,
      environment: 'training' as const,
      witness,
      readers,
      now: start,
      besides: { integration },
      ...more,
    });
  return { folder, target, integration, older, newer, restore };
}
