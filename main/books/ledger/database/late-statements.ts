import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';
import type { Database } from './database.ts';

/*
 * A ledger has about three hundred statements, and few of them run after it is opened. SQLite needs a twenty-fifth of a
 * millisecond to prepare each, which would be most of the time for opening a ledger.
 */

type Statement = BetterSqlite3.Statement<unknown[]>;

/** The digest of the newest schema, see `digestOf`. Every migration changes it; a test reports the new value. */
export const newestSchema = '05314021eda79700955c8e4409278136caab61bf55ef1ca9ad85629bdcac1ddd';

/**
 * Returns a digest of the names of all tables, columns, indexes and triggers, which are the things that a statement may
 * fail to find.
 */
export function digestOf(database: Database): string {
  const parts = database
    .prepare<[], string>(
      `SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
       UNION ALL SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'
       ORDER BY 1`,
    )
    .pluck()
    .all();
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/**
 * Returns the database in a form that prepares each statement when it is first used. If the schema differs from the
 * newest one in any name, statements are prepared at once, so that a damaged ledger does not open.
 */
export function preparingLate(database: Database): Database {
  if (digestOf(database) !== newestSchema) return database;
  const prepare = (sql: string) => new LateStatement(() => database.prepare<unknown[]>(sql));
  return Object.create(database, { prepare: { value: prepare } });
}

class LateStatement implements Statement {
  readonly #prepare: () => Statement;
  readonly #settings: ((made: Statement) => void)[] = [];
  #made: Statement | undefined;

  constructor(prepare: () => Statement) {
    this.#prepare = prepare;
  }

  get #statement(): Statement {
    if (this.#made === undefined) {
      const made = this.#prepare();
      for (const set of this.#settings) set(made);
      this.#made = made;
    }
    return this.#made;
  }

  #set(setting: (made: Statement) => void): this {
    if (this.#made === undefined) this.#settings.push(setting);
    else setting(this.#made);
    return this;
  }

  run(...parameters: unknown[]) {
    return this.#statement.run(...parameters);
  }
  get(...parameters: unknown[]) {
    return this.#statement.get(...parameters);
  }
  all(...parameters: unknown[]) {
    return this.#statement.all(...parameters);
  }
  iterate(...parameters: unknown[]) {
    return this.#statement.iterate(...parameters);
  }
  columns() {
    return this.#statement.columns();
  }

  pluck(on = true) {
    return this.#set((made) => made.pluck(on));
  }
  raw(on = true) {
    return this.#set((made) => made.raw(on));
  }
  expand(on = true) {
    return this.#set((made) => made.expand(on));
  }
  safeIntegers(on = true) {
    return this.#set((made) => made.safeIntegers(on));
  }
  bind(...parameters: unknown[]) {
    return this.#set((made) => made.bind(...parameters));
  }

  get database() {
    return this.#statement.database;
  }
  get source() {
    return this.#statement.source;
  }
  get reader() {
    return this.#statement.reader;
  }
  get readonly() {
    return this.#statement.readonly;
  }
  get busy() {
    return this.#statement.busy;
  }
}
