import { fail } from '../../../shared/failure.ts';
import { type Database, openDatabase, openReadOnly } from '../../books/ledger/database/database.ts';
import { migrations } from './schema.ts';

/**
 * Opens the integration database of an environment, or creates it. Each environment has its own `integration.db` beside
 * its ledger, so that permission to sell in training is not permission to sell in production.
 * @throws FailureError `ledger-newer`, `ledger-broken`, `folder-unusable`, `disk-full`, `database-busy`
 */
export function openIntegrationStore(file: string): Database {
  const database = openDatabase(file, migrations);
  try {
    checkPages(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a database that another connection has open, without writing to it.
 * @returns undefined when it has an older schema
 * @throws FailureError `ledger-newer`, `ledger-broken`, `folder-unusable`
 */
export const readIntegrationStore = (file: string): Database | undefined => openReadOnly(file, migrations);

/** Larger files are not read whole while somebody waits: 64 MiB are read in a fraction of a second. */
const mostChecked = 64 * 1024 * 1024;

/** A file whose first page is good may be damaged further on; it is better to find that now than during a sale. */
function checkPages(database: Database): void {
  const of = (name: string) => Number(database.pragma(name, { simple: true }));
  if (of('page_count') * of('page_size') > mostChecked) return;
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') fail('ledger-broken');
}
