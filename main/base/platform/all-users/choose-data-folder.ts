import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { environments } from '../../../../shared/status.ts';
import { allUsersFolderOf, defaultDataFolder } from '../folders/data-folder.ts';
import { hasBooks, hasNotice } from '../folders/moved-folder.ts';
import { booksWentTo, cameFrom } from '../folders/moved-note.ts';
import { mayOthersChange, maySeveralEnter, type ReadAccess, readAccess } from '../policy/windows-access.ts';
import { foldersAbove } from '../policy/writable-place.ts';

/*
 * If several users of a machine work at one till, its administrator makes a folder for all of them. Anybody may create
 * folders in ProgramData, so a folder that others than administrators could replace does not count. Then the user's own
 * folder stays in use, and nobody opens somebody else's books by mistake.
 */

/** The reasons why a user's own folder stays in use despite one for all users. */
export type Stays =
  /** The folder is not the administrator's. */
  | 'not-administrators'
  /** This user is not in the group that uses that folder. */
  | 'not-member'
  /** Both contain books, and two tills cannot be merged. */
  | 'own-books'
  /** The secrets are in this user's keychain, which the others cannot open. */
  | 'own-vault';

export interface DataFolderChoice {
  readonly data: string;
  /** This user's folder, whose books move to the folder for all users at the next start. */
  readonly comesFrom?: string;
  readonly isForAll: boolean;
  readonly stays?: Stays;
}

export interface DataFolderFacts {
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly read?: ReadAccess;
  readonly mayEnter?: (folder: string) => boolean;
}

/**
 * Chooses the data folder if none is named: the one for all users if the administrator made it, otherwise this user's.
 * @throws FailureError `folder-unusable` if Windows does not report who could replace the folder for all users
 */
export function chooseDataFolder({
  env = process.env,
  platform = process.platform,
  read = readAccess,
  mayEnter = canList,
}: DataFolderFacts = {}): DataFolderChoice {
  const ownFolder = defaultDataFolder(env, platform);
  const byDefault = { data: ownFolder, isForAll: false };
  const root = allUsersFolderOf(env, platform);
  if (root === undefined || !isFolder(root)) return byDefault;
  if (!isOfAdministrators(root, read)) return { ...byDefault, stays: 'not-administrators' };
  if (!mayEnter(root)) return { ...byDefault, stays: 'not-member' };
  const data = path.join(root, 'data');
  const shared = { data, isForAll: true };
  const moves = { data, comesFrom: ownFolder, isForAll: true };
  if (!hasBooks(ownFolder)) return cameFrom(data) === ownFolder && !hasNotice(ownFolder) ? moves : shared;
  if (booksWentTo(ownFolder) === data) return moves;
  if (hasBooks(data)) return hasRealBooks(ownFolder) ? { ...byDefault, stays: 'own-books' } : shared;
  return hasOwnVault(ownFolder) ? { ...byDefault, stays: 'own-vault' } : moves;
}

/** Returns true for a folder; a link does not count, because it may lead anywhere. */
function isFolder(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns true when this user may enter the folder. @throws FailureError `folder-unusable` for other errors */
function canList(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch (cause) {
    const system = (cause as NodeJS.ErrnoException).code ?? '';
    return ['EACCES', 'EPERM'].includes(system)
      ? false
      : fail('folder-unusable', { detail: { system } }, cause);
  }
}

/** Checks that nobody else can replace the folder or what is above it, and that only one group may enter it. */
function isOfAdministrators(root: string, read: ReadAccess): boolean {
  if (realpathSync(root) !== path.resolve(root)) return false;
  const parent = path.dirname(root);
  const places = [root, parent, ...foldersAbove(parent)];
  const access = readable(() => read(places));
  if (maySeveralEnter(access[0] ?? '')) return false;
  return places.every((_, at) => !mayOthersChange(access[at] ?? '', at === 1 ? 'content' : 'name'));
}

/** A failure is reported: starting with an empty folder, only because Windows did not answer, would hide the books. */
function readable(ask: () => readonly string[]): readonly string[] {
  try {
    return ask();
  } catch (cause) {
    return fail('folder-unusable', { detail: { system: 'access-unknown' } }, cause);
  }
}

const real = environments.filter((name) => name !== 'training');

const hasRealBooks = (data: string) => real.some((name) => existsSync(path.join(data, name, 'ledger.db')));

/** A passphrase opens a vault for everybody who knows it; every other kind of vault belongs to one user. */
function hasOwnVault(data: string): boolean {
  return real.some((name) => {
    try {
      return !readFileSync(path.join(data, name, 'vault.json'), 'utf8').includes('"passphrase"');
    } catch {
      return existsSync(path.join(data, name, 'secrets.json'));
    }
  });
}
