import path from 'node:path';
import { environments } from '../../../shared/status.ts';
import { databaseNames } from '../../../shared/update.ts';
import { besidesOf } from '../../books/backup/beside.ts';
import { schemaNumber } from '../../books/ledger/database/schema-number.ts';
import type { Schemas } from './manifest.ts';

/**
 * Returns the newest schema of each kind of database in a data folder; 0 if there is none. A database that cannot be
 * read counts as newer than any version knows.
 */
export function presentSchemas(dataFolder: string): Schemas {
  const schemas = { ledger: 0, terminal: 0, catalogue: 0, integration: 0 };
  for (const environment of environments) {
    const folder = path.join(dataFolder, environment);
    const files = { ledger: path.join(folder, 'ledger.db'), ...besidesOf(folder) };
    for (const name of databaseNames) schemas[name] = Math.max(schemas[name], schemaOf(files[name]));
  }
  return schemas;
}

const unreadable = 1_000_000;

function schemaOf(file: string): number {
  try {
    return schemaNumber(file) ?? 0;
  } catch {
    return unreadable;
  }
}
