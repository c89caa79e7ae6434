import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { settleFormerFolder } from '../../../main/base/platform/folders/move-data-folder.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { holdAlone } from '../../../main/books/ledger/queue/hold-alone.ts';
import { newEntry } from '../../books/ledger/sample.ts';
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

test('a folder without books is no terminal: the books still move to its place', async () => {
  const { former, data, books } = shop();
  mkdirSync(path.join(data, 'window'), { recursive: true });
  writeFileSync(path.join(data, 'window', 'page'), 'x');
  expect(await settle(data, former)).toBe(data);
  expect(contentsOf(data)).toEqual(books);
  const aside = readdirSync(path.dirname(data)).find((name) => name.includes('without-books'));
  expect(readdirSync(path.join(path.dirname(data), aside ?? ''))).toEqual(['window']);
});

test('a terminal is not opened where a notice says that its books have moved', async () => {
  const folder = folderIn();
  writeFileSync(path.join(folder, 'MOVED.txt'), 'elsewhere');
  await expect(openTerminal({ folder, version: '0' })).rejects.toMatchObject({
    failure: { code: 'folder-moved' },
  });
  expect(readdirSync(folder)).toEqual(['MOVED.txt']);
});

describe('a move to another disk that was cut after its copy', () => {
  /** Leaves both folders as they are when the move is killed between the copy and its end. */
  async function cutMove() {
    const { former, data, books } = shop();
    expect(await settle(data, former)).toBe(data);
    // The old folder still exists with the note, as after a move to another disk.
    rmSync(former, { recursive: true, force: true });
    const sums = ['terminal.db', path.join('training', 'ledger.db')]
      .map((name) => `${name.replaceAll('\\', '/')} ${books[name]}`)
      .join('\n');
    writeFileSync(path.join(data, 'moving.txt'), sums);
    cpSync(data, former, { recursive: true, preserveTimestamps: true });
    return { former, data, books };
  }
  function issueIn(folder: string): void {
    const ledger = openLedger(path.join(folder, 'training', 'ledger.db'), { environment: 'training' });
    ledger.chain.append(newEntry());
    ledger.close();
  }

  test('ends, when nothing was issued since', async () => {
    const { former, data, books } = await cutMove();
    expect(await settle(data, former)).toBe(data);
    expect(contentsOf(data)).toEqual(books);
    expect(isWhole(former, books)).toBe(false);
  });

  test('takes what was issued in the old folder since', async () => {
    const { former, data } = await cutMove();
    issueIn(former);
    const newer = contentsOf(former);
    expect(await settle(data, former)).toBe(data);
    expect(contentsOf(data)).toEqual(newer);
  });

  test('leaves both and says so, when documents were issued in both', async () => {
    const { former, data } = await cutMove();
    issueIn(former);
    issueIn(data);
    const [there, here] = [contentsOf(former), contentsOf(data)];
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    expect(await settleFormerFolder({ data, former, holdAlone, onError, timeoutMs: 0 })).toBe(data);
    expect(String(errors[0])).toContain('two folders');
    expect([contentsOf(former), contentsOf(data)]).toEqual([there, here]);
  });
});

test('nothing moves while another process has a database of it open, if only to read', async () => {
  const { former, data, books } = shop();
  const file = path.join(former, 'training', 'ledger.db');
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
  expect(await settleFormerFolder({ data, former, holdAlone, onError })).toBe(former);
  expect(errors).toHaveLength(1);
  expect(contentsOf(former)).toEqual(books);
});
