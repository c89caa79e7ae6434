import path from 'node:path';
import { FailureError, fail } from '../../../shared/failure.ts';
import { setDatabaseAside } from '../../base/platform/files/set-aside.ts';
import { type Database, openSound } from '../../books/ledger/database/database.ts';
import { migrations } from '../../till/people/schema.ts';

/**
 * Opens the terminal.db of a data folder. A damaged one is set aside as `terminal.db.damaged-<milliseconds>` and begun
 * again: the vault has the people, and the folders of the environments have everything else that matters, so nobody can
 * close a shop by damaging this one file.
 * @throws FailureError `ledger-newer`, `ledger-broken` when it cannot be set aside, `folder-unusable`, `disk-full`,
 * `database-busy`
 */
export function openTerminalDatabase(folder: string): Database {
  const file = path.join(folder, 'terminal.db');
  try {
    return openSound(file, migrations, check);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'ledger-broken') throw error;
    if (setDatabaseAside(file) === undefined) throw error;
    return openSound(file, migrations, check);
  }
}

function check(database: Database): void {
  const broken = database.prepare('SELECT 1 FROM setting WHERE NOT json_valid(value) LIMIT 1').get();
  if (broken !== undefined) fail('ledger-broken');
}
