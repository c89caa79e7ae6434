import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { holdAlone } from '../../main/ledger/hold-alone.ts';
import { settleDataFolder } from '../../main/platform/move-data-folder.ts';
import { contentsOf, folderIn, isWhole, settle, shop } from './former-shop.ts';

const isWindows = process.platform === 'win32';

test('the books of an earlier version move once, whole, and their old place tells of the new one', async () => {
  const { former, data, books } = shop();
  expect(await settle(data, former)).toBe(data);
  expect(contentsOf(data)).toEqual(books);
  expect(existsSync(path.join(data, 'moving.txt'))).toBe(false);
  if (isWindows) expect(readFileSync(path.join(former, 'MOVED.txt'), 'utf8')).toContain(data);
  else expect(contentsOf(former)).toEqual(books);
  expect(isWhole(former, books)).toBe(false);
  expect(await settle(data, former)).toBe(data);
  expect(contentsOf(data)).toEqual(books);
});

test('a new terminal has nothing to move, and one with books in both places is left as it is', async () => {
  const { former, data, books } = shop();
  expect(await settle(data, path.join(folderIn(), 'none'))).toBe(data);
  expect(existsSync(data)).toBe(false);
  mkdirSync(data, { recursive: true });
  writeFileSync(path.join(data, 'terminal.db'), '');
  expect(await settle(data, former)).toBe(data);
  expect(isWhole(former, books)).toBe(true);
  expect(readdirSync(data)).toEqual(['terminal.db']);
});

test('nothing moves while another process has a database of it open, if only to read', async () => {
  const { former, data, books } = shop();
  const file = path.join(former, 'training', 'ledger.db');
  const ledger = pathToFileURL(path.resolve('main/ledger/ledger.ts')).href;
  const program = `import { openArchive } from ${JSON.stringify(ledger)};
    globalThis.kept = openArchive(${JSON.stringify(file)});
    globalThis.kept.chain.head();
    process.stdout.write('open');
    setInterval(() => {}, 1000);`;
  const reader = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(reader.stdout, 'data');
  expect(await settle(data, former)).toBe(former);
  expect(existsSync(data)).toBe(false);
  reader.kill('SIGKILL');
  await once(reader, 'exit');
  expect(await settle(data, former, 5_000)).toBe(data);
  expect(isWhole(data, books)).toBe(true);
});

test('where it cannot go, the terminal keeps its old folder', async () => {
  const { former, data, books } = shop();
  writeFileSync(path.dirname(data), 'a file in the way');
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  expect(await settleDataFolder({ data, former, holdAlone, onError })).toBe(former);
  expect(errors).toHaveLength(1);
  expect(contentsOf(former)).toEqual(books);
});
