import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '../../../../shared/failure.ts';
import { defaultDataFolder } from '../folders/data-folder.ts';
import { hasBooks } from '../folders/moved-folder.ts';
import { booksWentTo } from '../folders/moved-note.ts';
import { type ReadAccess, readAccess } from '../policy/windows-access.ts';
import {
  chooseDataFolder,
  type DataFolderChoice,
  type DataFolderFacts,
  type Stays,
} from './choose-data-folder.ts';
import { type BooksMove, type HoldAlone, moveBooks } from './move-books.ts';

export interface SettleOptions extends DataFolderFacts {
  readonly holdAlone: HoldAlone;
  /** Takes a lock that ends with this process; undefined while another one has it. */
  readonly takeLock: (file: string) => { release(): void } | undefined;
  readonly onError?: (error: unknown) => void;
  readonly timeoutMs?: number;
}

export interface SettledFolder {
  readonly folder: string;
  readonly stays?: Stays | undefined;
}

/**
 * Chooses the data folder if none is named, and brings this user's books there.
 * @throws FailureError `folder-unusable` if the owner of the folder for all users cannot be determined, or books are
 * being moved there now
 */
export async function settleDataFolder(options: SettleOptions): Promise<SettledFolder> {
  const { env = process.env, platform = process.platform, holdAlone, takeLock } = options;
  const { onError = () => undefined, timeoutMs = 2_000 } = options;
  const ownFolder = defaultDataFolder(env, platform);
  const facts = { env, platform, read: askedOnce(options.read ?? readAccess) };
  for (let waited = 0; ; waited += 100) {
    const choice = chooseDataFolder(facts);
    if (isSettled(choice)) return settled(choice);
    // If two users start at once, they must not both move books to one place, or start with an empty folder to which
    // books are being moved.
    const lock = takeLock(path.join(path.dirname(choice.data), 'move.lock'));
    if (lock !== undefined)
      try {
        return await moveTo(chooseDataFolder(facts), { ownFolder, holdAlone }, onError);
      } finally {
        lock.release();
      }
    if (waited >= timeoutMs) return whileOthersMove(choice, ownFolder);
    await pause(100);
  }
}

const isSettled = ({ data, isForAll, comesFrom }: DataFolderChoice) =>
  !isForAll || (comesFrom === undefined && hasBooks(data));

const settled = ({ data, stays }: DataFolderChoice): SettledFolder => ({ folder: data, stays });

async function moveTo(
  choice: DataFolderChoice,
  { ownFolder, holdAlone }: Omit<BooksMove, 'data'>,
  onError: (error: unknown) => void,
): Promise<SettledFolder> {
  if (choice.comesFrom === undefined) return settled(choice);
  try {
    await moveBooks({ ownFolder, data: choice.data, holdAlone });
  } catch (error) {
    onError(error);
  }
  return { folder: hasBooks(ownFolder) ? (booksWentTo(ownFolder) ?? ownFolder) : choice.data };
}

function whileOthersMove({ data, comesFrom }: DataFolderChoice, ownFolder: string): SettledFolder {
  if (hasBooks(ownFolder)) return { folder: booksWentTo(ownFolder) ?? ownFolder };
  return comesFrom === undefined && !hasBooks(data)
    ? fail('folder-unusable', { detail: { system: 'books-coming' } })
    : { folder: data };
}

/** Asks Windows only once for the same places, because that takes half a second. */
function askedOnce(read: ReadAccess): ReadAccess {
  const answers = new Map<string, readonly string[]>();
  return (places) => {
    const key = places.join('|');
    const answer = answers.get(key) ?? read(places);
    answers.set(key, answer);
    return answer;
  };
}
