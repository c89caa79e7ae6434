import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { newSecretFromOutside } from '../../../../main/app/cli/secrets-from-outside.ts';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { chooseDataFolder } from '../../../../main/base/platform/all-users/choose-data-folder.ts';
import { isForAllUsers, stateFolderOf } from '../../../../main/base/platform/folders/data-folder.ts';
import { refuseMovedFolder } from '../../../../main/base/platform/folders/moved-folder.ts';
import type {
  KeychainAnswer,
  KeychainRequest,
  StartKeychainProcess,
} from '../../../../main/base/vault/keychain-messages.ts';
import { encryptWithPassphrase, openVault } from '../../../../main/base/vault/open-vault.ts';
import { takeLock } from '../../../../main/books/ledger/queue/process-lock.ts';
import { movedNote } from '../../../../shared/stored/notes/ledger.ts';
import { newFolder } from '../../../support/khatm.ts';
import { manager } from '../../../support/run/callers.ts';
import { isWine } from '../../../support/wine.ts';
import { machine, ofAdministrators, ofAll, ofUser, ownBooks } from './machine.ts';

/* Tests one till for several users of a machine with Windows, with access lists as Windows writes them. */

test('the folder for all users is taken where the administrator made one', () => {
  const none = machine({ made: false });
  expect(none.choose()).toMatchObject({ data: none.own, isForAll: false });
  const { choose, data } = machine();
  expect(choose()).toEqual({ data, isForAll: true });
});

test.each([
  ['is a user’s', { root: ofUser }],
  ['may be removed by a user', { root: `${ofAll}(A;;SD;;;BU)` }],
  ['lies where a user may put another', { parent: ofUser }],
  ['lies in a folder that users may write', { parent: `${ofAdministrators}(A;;0x1301bf;;;BU)` }],
])('a folder that %s leads nobody into somebody else’s books', (_, lists) => {
  const { choose, own: ownFolder } = machine(lists);
  expect(choose()).toMatchObject({ data: ownFolder, stays: 'not-administrators' });
});

test('who is not in the group, or meets a planted folder, keeps their own till', () => {
  const { own: ownFolder, till, env, read, choose } = machine();
  ownBooks(ownFolder, 'keychain');
  const outside = { env, platform: 'win32', read, mayEnter: (folder: string) => folder !== till } as const;
  expect(chooseDataFolder(outside)).toMatchObject({ data: ownFolder, stays: 'not-member' });
  // Simulates a folder whose owner lets nobody read its access list.
  const hidden = (places: readonly string[]) =>
    read(places).map((list, at) => (places[at] === till ? '' : list));
  expect(choose(env, hidden)).toMatchObject({ data: ownFolder, stays: 'not-administrators' });
  // An entry from the time before the folder was the administrator's still lets somebody else read the data.
  const planted = machine({ root: `${ofAll}(A;OICI;0x1200a9;;;S-1-5-21-1-2-3-1066)` });
  expect(planted.choose()).toMatchObject({ data: planted.own, stays: 'not-administrators' });
});

test('a user who left the group is not led back to the old copy of books that moved', () => {
  const { own: ownFolder, data } = machine();
  const note = movedNote.write({ id: '1', from: ownFolder, to: data });
  for (const folder of [ownFolder, data]) {
    ownBooks(folder, 'passphrase');
    writeFileSync(path.join(folder, 'moved.json'), note);
  }
  expect(() => refuseMovedFolder(ownFolder)).toThrow(
    expect.objectContaining({ failure: { code: 'folder-moved', detail: { folder: ownFolder } } }),
  );
  expect(() => refuseMovedFolder(data)).not.toThrow();
  // This note is from a move that was interrupted before the copy got its name.
  writeFileSync(path.join(data, 'moved.json'), note.replace('"1"', '"2"'));
  expect(() => refuseMovedFolder(ownFolder)).not.toThrow();
});

// Wine has no junctions.
test.skipIf(isWine)('a link in its place leads nobody anywhere', () => {
  const { drive, till, own: ownFolder, choose } = machine({ made: false });
  mkdirSync(path.join(drive, 'elsewhere'));
  mkdirSync(path.dirname(till), { recursive: true });
  symlinkSync(path.join(drive, 'elsewhere'), till, 'junction');
  expect(choose()).toMatchObject({ data: ownFolder });
});

test('a Windows that does not answer opens no empty till', () => {
  const silent = () => {
    throw new Error('no PowerShell');
  };
  const without = machine({ made: false });
  expect(without.choose(without.env, silent)).toMatchObject({ data: without.own });
  const other = machine();
  expect(() => other.choose(other.env, silent)).toThrow(
    expect.objectContaining({ failure: { code: 'folder-unusable', detail: { system: 'access-unknown' } } }),
  );
});

test('books in one user’s keychain, and second books, stay where they are', () => {
  const keychain = machine();
  ownBooks(keychain.own, 'keychain');
  expect(keychain.choose()).toMatchObject({ data: keychain.own, stays: 'own-vault' });

  const second = machine();
  ownBooks(second.own, 'passphrase');
  ownBooks(second.data, 'passphrase');
  expect(second.choose()).toMatchObject({ data: second.own, stays: 'own-books' });

  // A folder with only practice data does not stop a user from using the shop's till.
  const practice = machine();
  mkdirSync(practice.own, { recursive: true });
  writeFileSync(path.join(practice.own, 'terminal.db'), '');
  ownBooks(practice.data, 'passphrase');
  expect(practice.choose()).toEqual({ data: practice.data, isForAll: true });
});

test('what is known of the books lies beside them, for everybody who works with them', () => {
  const { env, till, data, own: ownFolder } = machine();
  expect(isForAllUsers(data, env, 'win32')).toBe(true);
  expect(stateFolderOf(data, env, 'win32')).toBe(path.join(till, 'state'));
  expect(isForAllUsers(ownFolder, env, 'win32')).toBe(false);
  expect(stateFolderOf(ownFolder, env, 'win32')).toBe(path.join(env.LOCALAPPDATA, 'Khatm', 'state'));
  expect(isForAllUsers(`${till}-other`, env, 'win32')).toBe(false);
  expect(isForAllUsers(data, env, 'linux')).toBe(false);
  // A folder given explicitly belongs to nobody else.
  expect(chooseDataFolder({ env: { ...env, KHATM_DATA: ownFolder }, platform: 'win32' })).toMatchObject({
    data: ownFolder,
  });
});

test('secrets of one user’s system are put behind a passphrase, also after a cut', async () => {
  const folder = newFolder('encrypted');
  const swap = (bytes: Buffer) => Buffer.from(bytes.map((byte) => (byte << 4) | (byte >> 4)));
  const osCipher = { encrypt: swap, decrypt: swap };
  const shared = { folder, folderId: 'one', lock: takeLock };
  const first = await openVault({ ...shared, kind: 'system', osCipher });
  await first.store.set('production/key/1', 'the key');
  const passphrase = 'twelve letters at least';
  const record = path.join(folder, 'vault.json');
  const before = readFileSync(record, 'utf8');
  await expect(encryptWithPassphrase({ ...shared, osCipher, passphrase: 'short' })).rejects.toMatchObject({
    failure: { detail: { why: 'passphrase-short' } },
  });
  expect(await (await openVault({ ...shared, osCipher })).store.get('production/key/1')).toBe('the key');

  await encryptWithPassphrase({ ...shared, osCipher, passphrase });
  for (const cut of [false, true]) {
    // The file is already replaced in this case, but its record is not.
    if (cut) writeFileSync(record, before);
    const opened = await openVault({ ...shared, passphrase });
    expect(opened.kind).toBe('passphrase');
    expect(await opened.store.get('production/key/1')).toBe('the key');
    await encryptWithPassphrase({ ...shared, passphrase, startKeychain: keychainInMemory().start });
  }
  await expect(openVault({ ...shared, osCipher })).rejects.toMatchObject({
    failure: { detail: { why: 'passphrase-needed' } },
  });
});

/** Makes a keychain in memory that answers the program's own messages. */
function keychainInMemory(entries = new Map<string, string>()) {
  const cut = { at: '' };
  const start: StartKeychainProcess = () => {
    let listener: (answer: KeychainAnswer | undefined) => void = () => undefined;
    const answerTo = (request: KeychainRequest): KeychainAnswer => {
      if (request.call === cut.at) return { error: 'cut' };
      if (request.call === 'list') return { accounts: [...entries.keys()] };
      if (request.call === 'get') return { value: entries.get(request.account) ?? null };
      if (request.call === 'set') entries.set(request.account, request.value);
      else entries.delete(request.account);
      return {};
    };
    return {
      send: (request) => queueMicrotask(() => listener(answerTo(request))),
      listen(next) {
        listener = next;
      },
      kill: () => undefined,
    };
  };
  return { entries, start, cut };
}

test('a cut leaves no key in the keychain once the command ran again, also where the record was lost', async () => {
  const { entries, start, cut } = keychainInMemory(new Map([['other', 'kept']]));
  const folder = newFolder('encrypted');
  const shared = { folder, folderId: 'one', lock: takeLock, startKeychain: start };
  const first = await openVault({ ...shared, kind: 'keychain' });
  await first.store.set('production/key/1', 'the key');
  const passphrase = 'twelve letters at least';
  cut.at = 'delete';
  await expect(encryptWithPassphrase({ ...shared, passphrase })).rejects.toThrow();
  cut.at = '';
  expect([...entries.values()].some((value) => value.includes('the key'))).toBe(true);
  rmSync(path.join(folder, 'vault.json'));
  await encryptWithPassphrase({ ...shared, passphrase });
  expect([...entries.keys()]).toEqual(['other']);
  const { kind, store } = await openVault({ ...shared, passphrase });
  expect([kind, await store.get('production/key/1')]).toEqual(['passphrase', 'the key']);
});

test('a new secret is typed twice', async () => {
  const typing = (...lines: string[]) => {
    const left = [...lines];
    return newSecretFromOutside('KHATM_TEST_NEW', 'New', async () => left.shift());
  };
  expect(await typing('the words', 'the words')).toBe('the words');
  await expect(typing('the words', 'the wrods')).rejects.toThrow('not the same');
  expect(await typing()).toBeUndefined();
});

test.runIf(process.platform === 'win32')(
  'two users of a machine sell at one till, one after the other, with one chain',
  async () => {
    const { env, choose, till, drive } = machine();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const numbers: unknown[] = [];
    for (const user of ['mona', 'sami']) {
      vi.stubEnv('LOCALAPPDATA', path.join(drive, 'Users', user, 'Local'));
      const { data: folder } = choose({ ...env, LOCALAPPDATA: process.env.LOCALAPPDATA ?? '' });
      expect(folder).toBe(path.join(till, 'data'));
      const terminal = await openTerminal({ folder, version: '0', environment: 'training' });
      await terminal.ready();
      const answer = await terminal.call(
        'sale.issue',
        { lines: [{ name: 'Tea', quantity: 1, unitPrice: '4' }] },
        manager,
      );
      numbers.push(answer.ok && (answer.value as { icv: number }).icv);
      await terminal.close();
    }
    expect(numbers).toEqual([1, 2]);
    vi.unstubAllEnvs();
  },
);

test.runIf(process.platform === 'win32')(
  'secrets of Windows’ keychain are put behind a passphrase, and leave it',
  async () => {
    const shared = { folder: newFolder('encrypted'), folderId: `encrypted-${process.pid}`, lock: takeLock };
    const first = await openVault({ ...shared, kind: 'keychain' });
    await first.store.set('production/key/1', 'the key');
    const passphrase = 'twelve letters at least';
    await encryptWithPassphrase({ ...shared, passphrase });
    const opened = await openVault({ ...shared, passphrase });
    expect([opened.kind, await opened.store.get('production/key/1')]).toEqual(['passphrase', 'the key']);
    expect(await first.store.names('')).toEqual([]);
  },
);
