import { randomUUID } from 'node:crypto';
import { FailureError } from '../../../shared/failure.ts';
import { createKeychainCaller } from './keychain-caller.ts';
import type { StartKeychainProcess } from './keychain-messages.ts';
import { refuse } from './refuse.ts';
import type { Vault } from './secret-store.ts';
import { startKeychainProcess } from './start-keychain-process.ts';

export type KeychainState = 'usable' | 'locked' | 'absent';

export interface KeychainOptions {
  /** The id of the data folder, which separates two terminals on one machine. */
  readonly folderId: string;
  /** Starts the keychain process; by default under Node. */
  readonly start?: StartKeychainProcess | undefined;
  /** The number of milliseconds for a person to answer the keychain's own question. */
  readonly timeoutMs?: number | undefined;
}

export interface Keychain extends Vault {
  /** Checks the keychain with a real round trip. May ask the person at the screen to unlock it. */
  state(): Promise<KeychainState>;
  /** Records that this data folder has its secrets in this keychain. */
  mark(): Promise<void>;
  /** Returns true when the mark exists: a keychain that was reset, or belongs to another user, has none. */
  isMarked(): Promise<boolean>;
  /** Removes all entries of this data folder. The mark is removed last, so that it survives an interruption. */
  clear(): Promise<void>;
}

const service = 'Khatm';

/** The characters in one entry. Windows allows 2560 bytes of UTF-8, and some characters take four. */
const pieceLength = 600;

/**
 * Secrets in the operating system's keychain: service `Khatm`, account `<folder id>/<name>`. A value that is too long
 * for one entry continues in others, `<folder id>#<writing>/<n>/<name>`. The first entry names the writing and is
 * written last, so that readers always see either the old value or the new one.
 */
export function openKeychain({ folderId, start, timeoutMs = 60_000 }: KeychainOptions): Keychain {
  const call = createKeychainCaller(start ?? startKeychainProcess, timeoutMs);
  const accountOf = (name: string) => `${folderId}/${name}`;
  const pieceAccount = (writing: string, index: number, name: string) =>
    `${folderId}#${writing}/${index}/${name}`;

  async function read(account: string): Promise<string | undefined> {
    return (await call({ call: 'get', service, account })).value ?? undefined;
  }
  async function write(account: string, value: string): Promise<void> {
    await call({ call: 'set', service, account, value });
    if ((await read(account)) !== value) refuse('unwritable');
  }
  async function remove(account: string): Promise<void> {
    await call({ call: 'delete', service, account });
  }
  async function accounts(prefix: string): Promise<string[]> {
    const { accounts = [] } = await call({ call: 'list', service });
    return accounts.filter((account) => account.startsWith(prefix)).toSorted();
  }

  /** Removes the pieces of earlier writings of a value, including interrupted ones. */
  async function removePieces(name: string, exceptWriting?: string): Promise<void> {
    for (const account of await accounts(`${folderId}#`)) {
      const [writing, index, ...rest] = account.slice(folderId.length + 1).split('/');
      if (index !== undefined && rest.join('/') === name && writing !== exceptWriting) await remove(account);
    }
  }

  const keychain: Keychain = {
    async get(name) {
      const head = await read(accountOf(name));
      if (head === undefined) return undefined;
      const { writing, count, text } = readHead(head);
      const pieces = [text];
      for (let index = 1; index < count; index += 1)
        pieces.push((await read(pieceAccount(writing, index, name))) ?? refuse('unreadable'));
      return pieces.join('');
    },
    has: async (prefix) => (await keychain.names(prefix)).length > 0,
    async names(prefix) {
      return (await accounts(accountOf(prefix))).map((account) => account.slice(folderId.length + 1));
    },
    async set(name, value) {
      const writing = randomUUID().slice(0, 8);
      const pieces = piecesOf(value);
      for (const [index, piece] of pieces.entries())
        if (index > 0) await write(pieceAccount(writing, index, name), piece);
      await write(accountOf(name), `${writing}/${pieces.length}/${pieces[0]}`);
      await removePieces(name, writing);
    },
    async delete(name) {
      await remove(accountOf(name));
      await removePieces(name);
    },
    async state() {
      const probe = `${folderId}?${randomUUID()}`;
      try {
        await write(probe, probe);
        await remove(probe);
        return 'usable';
      } catch (error) {
        if (!(error instanceof FailureError)) throw error;
        return error.failure.code === 'vault-locked' ? 'locked' : 'absent';
      }
    },
    mark: () => write(folderId, service),
    async clear() {
      for (const account of await accounts(folderId))
        if (/^[/#?]/.test(account.slice(folderId.length))) await remove(account);
      await remove(folderId);
    },
    isMarked: async () => (await read(folderId)) === service,
  };
  return keychain;
}

function piecesOf(value: string): string[] {
  const characters = [...value];
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at < characters.length; at += pieceLength)
    pieces.push(characters.slice(at, at + pieceLength).join(''));
  return pieces;
}

function readHead(head: string): { writing: string; count: number; text: string } {
  const [start, writing = '', count = ''] = /^([0-9a-f]{8})\/([1-9]\d*)\//.exec(head) ?? refuse('unreadable');
  return { writing, count: Number(count), text: head.slice(start.length) };
}
