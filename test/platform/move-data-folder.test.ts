import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdAlone } from '../../main/ledger/hold-alone.ts';
import { openLedger } from '../../main/ledger/ledger.ts';
import { settleDataFolder } from '../../main/platform/move-data-folder.ts';
import { openTerminalDatabase } from '../../main/terminal/terminal-database.ts';
import { newEntry } from '../ledger/sample.ts';
import { isWine } from '../support/wine.ts';

const isWindows = process.platform === 'win32';
/** A folder on another disk than the temporary one; Wine has this machine's root as a drive. */
const otherDisk = [isWindows ? 'Z:\\tmp' : '/dev/shm'].find(
  (folder) => (isWine || !isWindows) && existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

function folderIn(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'khatm-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}

/** Makes the books of an earlier version, and returns both folders. */
function shop({ disk = tmpdir(), documents = 3 } = {}) {
  const former = path.join(folderIn(), 'Khatm', 'data');
  const data = path.join(folderIn(disk), 'الحسابات', 'data');
  mkdirSync(path.join(former, 'training', 'drop', 'in'), { recursive: true });
  openTerminalDatabase(former).close();
  const ledger = openLedger(path.join(former, 'training', 'ledger.db'), { environment: 'training' });
  for (let n = 0; n < documents; n += 1) ledger.chain.append(newEntry());
  ledger.close();
  writeFileSync(path.join(former, 'training', 'drop', 'in', 'قهوة.json'), '{}');
  return { former, data, books: contentsOf(former) };
}

/** Every file with its hash, without the note of a move and what a reader that was killed leaves beside a database. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^moving\.txt$|-shm$|-wal$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [
      path.relative(folder, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

const settle = (data: string, former: string, patience = 0) =>
  settleDataFolder({
    data,
    former,
    holdAlone,
    patience,
    onError(error) {
      throw error;
    },
  });

/** True for a real folder with these books. */
const isWhole = (folder: string, books: object) =>
  existsSync(folder) &&
  !lstatSync(folder).isSymbolicLink() &&
  JSON.stringify(contentsOf(folder)) === JSON.stringify(books);

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

describe.each([
  ['on one disk', tmpdir()],
  ['to another disk', otherDisk],
])('a move %s', (_, disk) => {
  test.skipIf(disk === undefined)(
    'that is killed at any step leaves one whole, and is done at the next start',
    async () => {
      let kills = 0;
      for (let step = 0; ; step += 1) {
        const { former, data, books } = shop({ disk: disk ?? '', documents: 1 });
        const program = path.join(import.meta.dirname, 'killed-move.ts');
        const { status, signal, stderr } = spawnSync(
          process.execPath,
          [program, data, former, String(step)],
          {
            encoding: 'utf8',
          },
        );
        if (status === 0) break;
        // Windows knows no signals: it ends the process with code 1.
        expect([status, signal, stderr]).toEqual(isWindows ? [1, null, ''] : [null, 'SIGKILL', '']);
        kills += 1;
        expect([isWhole(former, books), isWhole(data, books)]).toContain(true);
        // A terminal that opens now uses the new place, if anything is there.
        if (existsSync(data)) expect(isWhole(data, books)).toBe(true);

        expect(await settle(data, former)).toBe(data);
        expect(isWhole(data, books)).toBe(true);
        expect(isWhole(former, books)).toBe(false);
        expect(readdirSync(path.dirname(data))).toEqual(['data']);
      }
      expect(kills).toBeGreaterThan(3);
    },
  );
});
