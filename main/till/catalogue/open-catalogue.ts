import path from 'node:path';
import { FailureError, fail } from '../../../shared/failure.ts';
import { setAsideSetting } from '../../../shared/stored/settings/catalogue.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { setDatabaseAside } from '../../base/platform/files/set-aside.ts';
import { type Database, openSound } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { migrations } from './schema.ts';

export interface CatalogueOptions {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the catalogue.db of a data folder. A damaged one is set aside as `catalogue.db.damaged-<milliseconds>` and
 * begun again, and the new file remembers that until a manager acknowledges it.
 */
export function openGuardedCatalogue({ folder, clock, onError }: CatalogueOptions) {
  let opened: { readonly database: Database; readonly catalogue: Catalogue } | undefined;

  function tryToOpen() {
    if (opened !== undefined) return opened;
    const database = openOrBegin(path.join(folder, 'catalogue.db'), onError);
    opened = { database, catalogue: createCatalogue(database, clock) };
    return opened;
  }

  function open() {
    try {
      return tryToOpen();
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      onError(error);
      return fail('articles-broken', { detail: { why: error.failure.code } }, error);
    }
  }

  const setAside = () => createSettings(open().database).read(setAsideSetting) ?? undefined;

  return {
    /**
     * Returns the catalogue, and opens it first if necessary.
     * @throws FailureError `articles-broken` while it cannot be opened; each call tries again
     */
    open: (): Catalogue => open().catalogue,
    /** Returns the catalogue, or undefined while it cannot be opened. */
    ifOpen(): Catalogue | undefined {
      try {
        return open().catalogue;
      } catch (error) {
        if (error instanceof FailureError) return undefined;
        throw error;
      }
    },
    /** The name of a damaged file that was set aside, until somebody acknowledges it. */
    setAside,
    /** Forgets the damaged file, which somebody has seen. Returns its name. */
    acknowledge(): string | undefined {
      const file = setAside();
      createSettings(open().database).write(setAsideSetting, null);
      return file;
    },
    close() {
      opened?.database.close();
      opened = undefined;
    },
  };
}

/** The catalogue of a terminal. Its failure does not keep the shop from selling. */
export type GuardedCatalogue = ReturnType<typeof openGuardedCatalogue>;

function openOrBegin(file: string, onError: (error: unknown) => void): Database {
  try {
    return openSound(file, migrations);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'ledger-broken') throw error;
    const kept = setDatabaseAside(file);
    if (kept === undefined) throw error;
    onError(error);
    const database = openSound(file, migrations);
    createSettings(database).write(setAsideSetting, path.basename(kept));
    return database;
  }
}
