import type BetterSqlite3 from 'better-sqlite3';
import type { Database } from './database.ts';

/*
 * A ledger has about three hundred statements, and few of them run after it is opened. SQLite needs a twenty-fifth of a
 * millisecond to prepare each, which would be most of the time for opening a ledger.
 */

type Statement = BetterSqlite3.Statement<unknown[]>;

/**
 * Returns the database in a form that prepares each statement when it is first used. Its schema was compared with that
 * of this version when it was opened, so nothing that a statement names is missing.
 */
export function preparingLate(database: Database): Database {
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
