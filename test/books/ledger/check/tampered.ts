import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { ledgerIn } from '../../../support/new-ledger.ts';
import { newEntry } from '../sample.ts';
import { testFolder } from '../support.ts';

/** A change as SQL, or by a function. */
export type Tampering = string | ((raw: BetterSqlite3.Database) => void);

/** Tampers with a ledger as somebody with full access to the file may, and leaves no other trace. */
export function tamper(file: string, changes: readonly Tampering[]): void {
  const raw = new BetterSqlite3(file);
  raw.pragma('foreign_keys = OFF');
  const guards = raw
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'
         AND (name LIKE 'document!_%' ESCAPE '!' OR name LIKE 'body!_%' ESCAPE '!'
           OR name LIKE 'cleared!_document!_%' ESCAPE '!')`,
    )
    .all();
  for (const { name } of guards) raw.exec(`DROP TRIGGER ${name}`);
  for (const change of changes) {
    if (typeof change === 'string') raw.exec(change);
    else change(raw);
  }
  for (const { sql } of guards) raw.exec(sql);
  raw.close();
}

/** Returns the file of a ledger with this many documents. */
export function ledgerOf(count: number): string {
  const file = join(testFolder(), 'ledger.db');
  const ledger = ledgerIn(file);
  ledger.chain.exclusively(() => {
    for (let index = 0; index < count; index += 1) ledger.chain.append(newEntry());
  });
  ledger.close();
  return file;
}
