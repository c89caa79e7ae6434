import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { openTerminalDatabase } from '../../../../main/app/terminal/terminal-database.ts';
import {
  type SettleOptions,
  settleDataFolder,
} from '../../../../main/base/platform/all-users/settle-data-folder.ts';
import { placesOf } from '../../../../main/base/platform/folders/data-folder.ts';
import { refuseMovedFolder } from '../../../../main/base/platform/folders/moved-folder.ts';
import { holdAlone } from '../../../../main/books/ledger/queue/hold-alone.ts';
import { takeLock } from '../../../../main/books/ledger/queue/process-lock.ts';
import { machine, ownBooks } from './machine.ts';
import { contentsOf, shop } from './own-shop.ts';

/* Tests the move of one user's data into the folder for all users. */

function users(drive = machine()) {
  const start = (user: string, options: Partial<SettleOptions> = {}) =>
    settleDataFolder({
      env: drive.envOf(user),
      platform: 'win32',
      read: drive.read,
      holdAlone,
      takeLock,
      timeoutMs: 0,
      onError(error) {
        throw error;
      },
      ...options,
    });
  return { ...drive, start };
}

const isRefused = (folder: string) => {
  try {
    refuseMovedFolder(folder);
    return false;
  } catch {
    return true;
  }
};

/** Returns every folder that can be opened with this data. */
const openable = (folders: readonly string[]) =>
  folders.filter((folder) => existsSync(path.join(folder, 'production', 'ledger.db')) && !isRefused(folder));

const ledgerIn = (folder: string) => readFileSync(path.join(folder, 'production', 'ledger.db'), 'utf8');

/** Simulates a process that loses power at a given call. */
function cutAt(call: number) {
  let calls = 0;
  return (folder: string) => {
    calls += 1;
    if (calls === call) throw new Error('cut');
    return holdAlone(folder);
  };
}

test('the books move there once, as copies that take the access list of their new place', async () => {
  const { start, own: ownFolder, data, env } = users();
  const { ownFolder: made, books } = shop();
  mkdirSync(path.dirname(ownFolder), { recursive: true });
  renameSync(made, ownFolder);
  const before = statSync(path.join(ownFolder, 'terminal.db')).ino;
  expect(await start('mona')).toEqual({ folder: data });
  expect(contentsOf(data)).toEqual(books);
  if (process.platform !== 'win32') expect(statSync(path.join(data, 'terminal.db')).ino).not.toBe(before);
  expect(readFileSync(path.join(ownFolder, 'MOVED.txt'), 'utf8')).toContain(data);
  expect(readdirSync(path.dirname(ownFolder)).some((name) => name.startsWith('data.moved-'))).toBe(true);
  expect(readdirSync(path.dirname(data)).toSorted()).toEqual(['data', 'move.lock']);
  // The ledger records its earlier place, so the move does not count as a copy, even if somebody else opens it first.
  for (const user of ['mona', 'sami'])
    expect(
      placesOf(path.join(data, 'training'), { ...env, LOCALAPPDATA: path.join(ownFolder, user) }, 'win32'),
    ).toEqual({ place: path.join(data, 'training'), formerly: path.join(ownFolder, 'training') });
  expect(await start('mona')).toEqual({ folder: data });
});

test('a cut at any hold leaves one folder that opens, and the next start ends the move', async () => {
  for (let call = 1; ; call += 1) {
    const { start, own: ownFolder, data } = users();
    ownBooks(ownFolder, 'passphrase', 'mona');
    const errors: unknown[] = [];
    const { folder } = await start('mona', {
      holdAlone: cutAt(call),
      onError: (error) => errors.push(error),
    });
    if (errors.length === 0) {
      expect(call).toBeGreaterThan(3);
      break;
    }
    expect(openable([ownFolder, data])).toEqual([folder]);
    for (const user of ['mona', 'sami', 'mona']) expect(await start(user)).toEqual({ folder: data });
    expect(ledgerIn(data)).toBe('mona');
    const kept = readdirSync(path.dirname(ownFolder)).filter((name) => name.startsWith('data'));
    expect(openable(kept.map((name) => path.join(path.dirname(ownFolder), name)))).toEqual([]);
    expect(existsSync(path.join(ownFolder, 'MOVED.txt'))).toBe(true);
  }
});

test('of two users who begin at once one moves, and each keeps their own books', async () => {
  for (const cut of [2, 3]) {
    const { start, ownOf, data } = users();
    for (const user of ['mona', 'sami']) ownBooks(ownOf(user), 'passphrase', user);
    // Sami begins while Mona's data is being copied, and again after her program was interrupted.
    const during: unknown[] = [];
    let calls = 0;
    await start('mona', {
      holdAlone: (folder) => {
        calls += 1;
        return calls === cut ? undefined : holdAlone(folder);
      },
      takeLock: (file) => {
        const lock = takeLock(file);
        during.push(start('sami'));
        return lock;
      },
    });
    expect(await Promise.all(during)).toEqual([{ folder: ownOf('sami') }]);
    const moved = cut === 3 ? data : ownOf('mona');
    expect(ledgerIn(moved)).toBe('mona');
    if (cut === 3) {
      expect(await start('sami')).toEqual({ folder: ownOf('sami'), stays: 'own-books' });
      expect(await start('mona')).toEqual({ folder: data });
      expect(ledgerIn(data)).toBe('mona');
    }
    expect(ledgerIn(ownOf('sami'))).toBe('sami');
    expect(isRefused(ownOf('sami'))).toBe(false);
  }
});

test('nobody begins anew where somebody else’s books are coming', async () => {
  const { start, till } = users();
  const lock = takeLock(path.join(till, 'move.lock'));
  await expect(start('sami')).rejects.toMatchObject({
    failure: { code: 'folder-unusable', detail: { system: 'books-coming' } },
  });
  lock?.release();
});

test('books that a program has open, or changes while they are copied, stay where they are', async () => {
  const { start, own: ownFolder, data } = users();
  ownBooks(ownFolder, 'passphrase', 'mona');
  const open = openTerminalDatabase(ownFolder);
  expect(await start('mona')).toEqual({ folder: ownFolder });
  open.close();
  let holds = 0;
  const changing = (folder: string) => {
    holds += 1;
    if (holds === 2) writeFileSync(path.join(ownFolder, 'production', 'ledger.db'), 'mona, one more');
    return holdAlone(folder);
  };
  expect(await start('mona', { holdAlone: changing })).toEqual({ folder: ownFolder });
  expect([existsSync(data), isRefused(ownFolder)]).toEqual([false, false]);
  expect(await start('mona')).toEqual({ folder: data });
  expect(ledgerIn(data)).toBe('mona, one more');
});

test('nothing moves while another process has a database of it open, if only to read', async () => {
  const { start, own: ownFolder, data } = users();
  const { ownFolder: made, books } = shop();
  mkdirSync(path.dirname(ownFolder), { recursive: true });
  renameSync(made, ownFolder);
  const file = path.join(ownFolder, 'training', 'ledger.db');
  const ledger = pathToFileURL(path.resolve('main/books/ledger/ledger.ts')).href;
  const program = `import { openArchive } from ${JSON.stringify(ledger)};
    globalThis.kept = openArchive(${JSON.stringify(file)});
    globalThis.kept.chain.head();
    process.stdout.write('open');
    setInterval(() => {}, 1000);`;
  const reader = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(reader.stdout, 'data');
  expect(await start('mona')).toEqual({ folder: ownFolder });
  expect(existsSync(data)).toBe(false);
  reader.kill('SIGKILL');
  await once(reader, 'exit');
  expect(await start('mona')).toEqual({ folder: data });
  expect(contentsOf(data)).toEqual(books);
});

test('a terminal is not opened where a notice says that its books have moved', async () => {
  const { own: folder } = machine();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'MOVED.txt'), 'elsewhere');
  await expect(openTerminal({ folder, version: '0' })).rejects.toMatchObject({
    failure: { code: 'folder-moved' },
  });
  expect(readdirSync(folder)).toEqual(['MOVED.txt']);
});
