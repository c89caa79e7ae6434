import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { holdAlone } from '../../../main/ledger/hold-alone.ts';
import { takeLock } from '../../../main/ledger/process-lock.ts';
import { chooseDataFolder } from '../../../main/platform/all-users/choose-data-folder.ts';
import { isForAllUsers, placesOf, stateFolderOf } from '../../../main/platform/data-folder.ts';
import { settleDataFolder } from '../../../main/platform/move-data-folder.ts';
import { openTerminal } from '../../../main/terminal/terminal.ts';
import { openVault, sealWithPassphrase } from '../../../main/vault/open-vault.ts';
import { manager } from '../../support/callers.ts';
import { newFolder } from '../../support/khatm.ts';
import { isWine } from '../../support/wine.ts';
import { contentsOf, shop } from '../former-shop.ts';

/* One till for several users of a machine with Windows, on access lists as Windows writes them. */

const ofAdministrators = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
/** As `khatm folder share` makes it, for a group of the machine. */
const group = 'S-1-5-21-1004336348-1177238915-682003330-1007';
const ofAll = `O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;;0x1200af;;;${group})(A;OICIIO;0x1301bf;;;${group})(A;OICIIO;0x1301bf;;;OW)`;
const ofUser = ofAdministrators.replace('O:BA', `O:${group}`);

function machine({ root = ofAll, parent = ofAdministrators, made = true } = {}) {
  const drive = realpathSync(newFolder('all-users'));
  const env = {
    ProgramData: path.join(drive, 'ProgramData'),
    LOCALAPPDATA: path.join(drive, 'Users', 'mona', 'Local'),
    APPDATA: path.join(drive, 'Users', 'mona', 'Roaming'),
  };
  const till = path.join(env.ProgramData, 'Khatm', 'till');
  if (made) mkdirSync(till, { recursive: true });
  const read = (places: readonly string[]) =>
    places.map((place) => {
      if (place === till) return root;
      return place === path.dirname(till) ? parent : ofAdministrators;
    });
  const own = path.join(env.LOCALAPPDATA, 'Khatm', 'data');
  const choose = (who = env, ask = read) => chooseDataFolder({ env: who, platform: 'win32', read: ask });
  return { drive, env, till, own, data: path.join(till, 'data'), choose, read };
}

function ownBooks(folder: string, vault?: string): void {
  mkdirSync(path.join(folder, 'production'), { recursive: true });
  writeFileSync(path.join(folder, 'terminal.db'), '');
  writeFileSync(path.join(folder, 'production', 'ledger.db'), '');
  if (vault !== undefined)
    writeFileSync(
      path.join(folder, 'production', 'vault.json'),
      JSON.stringify({ khatm: 'vault-kind', kind: vault }),
    );
}

test('the folder for all users is taken where the administrator made one', () => {
  const none = machine({ made: false });
  expect(none.choose()).toMatchObject({ data: none.own, isCopied: false });
  const { choose, data } = machine();
  expect(choose()).toEqual({ data, former: undefined, isCopied: false });
});

test.each([
  ['is a user’s', { root: ofUser }],
  ['may be removed by a user', { root: `${ofAll}(A;;SD;;;BU)` }],
  ['lies where a user may put another', { parent: ofUser }],
  ['lies in a folder that users may write', { parent: `${ofAdministrators}(A;;0x1301bf;;;BU)` }],
])('a folder that %s leads nobody into somebody else’s books', (_, lists) => {
  const { choose, own } = machine(lists);
  expect(choose()).toMatchObject({ data: own, stays: 'not-administrators' });
});

// Wine has no junctions.
test.skipIf(isWine)('a link in its place leads nobody anywhere', () => {
  const { drive, till, own, choose } = machine({ made: false });
  mkdirSync(path.join(drive, 'elsewhere'));
  mkdirSync(path.dirname(till), { recursive: true });
  symlinkSync(path.join(drive, 'elsewhere'), till, 'junction');
  expect(choose()).toMatchObject({ data: own });
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

  // Practice alone keeps nobody from the shop's till.
  const practice = machine();
  mkdirSync(practice.own, { recursive: true });
  writeFileSync(path.join(practice.own, 'terminal.db'), '');
  ownBooks(practice.data, 'passphrase');
  expect(practice.choose()).toEqual({ data: practice.data, former: undefined, isCopied: false });
});

test('the books move there once, as copies that take the access list of their new place', async () => {
  const { choose, own, data, env } = machine();
  const { former, books } = shop();
  mkdirSync(path.dirname(own), { recursive: true });
  renameSync(former, own);
  const before = statSync(path.join(own, 'terminal.db')).ino;
  const choice = choose();
  expect(choice).toEqual({ data, former: own, isCopied: true });
  const move = () =>
    settleDataFolder({
      ...choose(),
      holdAlone,
      platform: 'win32',
      patience: 0,
      onError(error) {
        throw error;
      },
    });
  expect(await move()).toBe(data);
  expect(contentsOf(data)).toEqual(books);
  if (process.platform !== 'win32') expect(statSync(path.join(data, 'terminal.db')).ino).not.toBe(before);
  expect(readFileSync(path.join(own, 'MOVED.txt'), 'utf8')).toContain(data);
  expect(readdirSync(path.dirname(own)).some((name) => name.startsWith('data.moved-'))).toBe(true);
  expect(readdirSync(path.dirname(data))).toEqual(['data']);
  // The ledger knows where it was, so that its move is no copy.
  const places = placesOf(path.join(data, 'training'), env, 'win32');
  expect(places).toEqual({ place: path.join(data, 'training'), formerly: path.join(own, 'training') });
  expect(await move()).toBe(data);
});

test('what is known of the books lies beside them, for everybody who works with them', () => {
  const { env, till, data, own } = machine();
  expect(isForAllUsers(data, env, 'win32')).toBe(true);
  expect(stateFolderOf(data, env, 'win32')).toBe(path.join(till, 'state'));
  expect(isForAllUsers(own, env, 'win32')).toBe(false);
  expect(stateFolderOf(own, env, 'win32')).toBe(path.join(env.LOCALAPPDATA, 'Khatm', 'state'));
  expect(isForAllUsers(`${till}-other`, env, 'win32')).toBe(false);
  expect(isForAllUsers(data, env, 'linux')).toBe(false);
  // A folder that is named is nobody else's.
  expect(chooseDataFolder({ env: { ...env, KHATM_DATA: own }, platform: 'win32' })).toMatchObject({
    data: own,
  });
});

test('secrets of one user’s system are put behind a passphrase, also after a cut', async () => {
  const folder = newFolder('sealed');
  const swap = (bytes: Buffer) => Buffer.from(bytes.map((byte) => (byte << 4) | (byte >> 4)));
  const osCipher = { seal: swap, unseal: swap };
  const shared = { folder, folderId: 'one', lock: takeLock };
  const first = await openVault({ ...shared, kind: 'system', osCipher });
  await first.store.set('production/key/1', 'the key');
  const passphrase = 'twelve letters at least';
  const record = path.join(folder, 'vault.json');
  const before = readFileSync(record, 'utf8');
  await expect(sealWithPassphrase({ ...shared, osCipher, passphrase: 'short' })).rejects.toMatchObject({
    failure: { detail: { why: 'passphrase-short' } },
  });
  expect(await (await openVault({ ...shared, osCipher })).store.get('production/key/1')).toBe('the key');

  await sealWithPassphrase({ ...shared, osCipher, passphrase });
  for (const cut of [false, true]) {
    // The file was replaced, its record not yet.
    if (cut) writeFileSync(record, before);
    const opened = await openVault({ ...shared, passphrase });
    expect(opened.kind).toBe('passphrase');
    expect(await opened.store.get('production/key/1')).toBe('the key');
    await sealWithPassphrase({ ...shared, passphrase });
  }
  await expect(openVault({ ...shared, osCipher })).rejects.toMatchObject({
    failure: { detail: { why: 'passphrase-needed' } },
  });
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
    const shared = { folder: newFolder('sealed'), folderId: `sealed-${process.pid}`, lock: takeLock };
    const first = await openVault({ ...shared, kind: 'keychain' });
    await first.store.set('production/key/1', 'the key');
    const passphrase = 'twelve letters at least';
    await sealWithPassphrase({ ...shared, passphrase });
    const opened = await openVault({ ...shared, passphrase });
    expect([opened.kind, await opened.store.get('production/key/1')]).toEqual(['passphrase', 'the key']);
    expect(await first.store.names('')).toEqual([]);
  },
);
