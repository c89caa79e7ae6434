import BetterSqlite3 from 'better-sqlite3';

/** A change as SQL, or by a function. */
export type Tampering = string | ((raw: BetterSqlite3.Database) => void);

/** Tampers with a database as somebody with full access to the file may, and leaves no other trace. */
export function tamper(file: string, ...changes: readonly Tampering[]): void {
  const raw = new BetterSqlite3(file);
  try {
    tamperIn(raw, ...changes);
  } finally {
    raw.close();
  }
}

/** Tampers as `tamper` does, in a database that is open. */
export function tamperIn(raw: BetterSqlite3.Database, ...changes: readonly Tampering[]): void {
  raw.pragma('foreign_keys = OFF');
  const guards = raw
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  for (const { name } of guards) raw.exec(`DROP TRIGGER ${name}`);
  for (const change of changes) {
    if (typeof change === 'string') raw.exec(change);
    else change(raw);
  }
  for (const { sql } of guards) raw.exec(sql);
}
