import path from 'node:path';
import { environments } from '../../shared/status.ts';
import { besidesOf } from '../backup/beside.ts';
import { databaseForm } from '../ledger/database-form.ts';
import { databaseNames, type Forms } from './manifest.ts';

/**
 * Returns the newest form of each kind of database in a data folder; 0 where there is none. A database that cannot be
 * read counts as newer than any version knows.
 */
export function presentForms(dataFolder: string): Forms {
  const forms = { ledger: 0, terminal: 0, catalogue: 0, integration: 0 };
  for (const environment of environments) {
    const folder = path.join(dataFolder, environment);
    const files = { ledger: path.join(folder, 'ledger.db'), ...besidesOf(folder) };
    for (const name of databaseNames) forms[name] = Math.max(forms[name], formOf(files[name]));
  }
  return forms;
}

const unreadable = 1_000_000;

function formOf(file: string): number {
  try {
    return databaseForm(file) ?? 0;
  } catch {
    return unreadable;
  }
}
