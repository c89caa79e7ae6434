import { type Database, openDatabase } from '../../ledger/database.ts';
import { migrations } from './migrations/index.ts';

/**
 * Opens the integration database of an environment, or makes it: one `integration.db` beside that environment's
 * ledger, so that what may sell in training may not sell in production.
 * @throws FailureError `ledger-newer`, `ledger-broken`, `folder-unusable`, `disk-full`, `database-busy`
 */
export function openIntegrationStore(file: string): Database {
  return openDatabase(file, migrations);
}
