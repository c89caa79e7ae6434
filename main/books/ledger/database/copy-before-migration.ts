import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { moveFileSync } from '../../../base/platform/files/move-file.ts';

/** The number of copies of earlier schemas that are kept beside a database. */
const kept = 2;

/**
 * Copies a database unchanged into `<file>.form-<n>` before a new version migrates it, in case a person must go back to
 * the old version. It is not a backup, and the oldest copies are removed.
 * @param schema the number of its present schema
 */
export function copyBeforeMigration(database: BetterSqlite3.Database, schema: number): void {
  const { name: file } = database;
  const copy = `${file}.form-${schema}`;
  const part = `${copy}.${process.pid}.part`;
  try {
    rmSync(part, { force: true });
    // One statement reads one state of the database, even while other programs write.
    database.prepare('VACUUM INTO ?').run(part);
    // Another program has migrated the database in between, and made a copy first.
    if (schemaOf(part) !== schema) return;
    sync(part, 'r+');
    moveFileSync(part, copy);
    if (process.platform !== 'win32') sync(path.dirname(file), 'r');
  } finally {
    rmSync(part, { force: true });
  }
  const copies = readdirSync(path.dirname(file))
    .flatMap((name) => {
      const [, base, number] = /^(.+)\.form-(\d+)$/.exec(name) ?? [];
      return base === path.basename(file) ? [{ name, number: Number(number) }] : [];
    })
    .toSorted((a, b) => b.number - a.number);
  for (const { name } of copies.slice(kept)) rmSync(path.join(path.dirname(file), name), { force: true });
}

function schemaOf(file: string): unknown {
  const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    return database.pragma('user_version', { simple: true });
  } finally {
    database.close();
  }
}

function sync(file: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(file, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
