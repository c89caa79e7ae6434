import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openTerminalDatabase } from '../../../main/app/terminal/terminal-database.ts';
import { settleFormerFolder } from '../../../main/base/platform/folders/move-data-folder.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { holdAlone } from '../../../main/books/ledger/queue/hold-alone.ts';
import { newEntry } from '../../books/ledger/sample.ts';

export function folderIn(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'khatm-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}

/** Makes the data folder of an earlier version. Returns it and the folder of this version. */
export function shop({ disk = tmpdir(), documents = 3 } = {}) {
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

/**
 * Returns the hash of every file, without the notes of a move and the files that a killed reader leaves next to a
 * database.
 */
export function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^mov(?:ing\.txt|ed\.json)$|-shm$|-wal$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [
      path.relative(folder, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

export const settle = (data: string, former: string, timeoutMs = 0) =>
  settleFormerFolder({
    data,
    former,
    holdAlone,
    timeoutMs,
    onError(error) {
      throw error;
    },
  });

/** Returns true for a real folder with this data. */
export const isWhole = (folder: string, books: object) =>
  existsSync(folder) &&
  !lstatSync(folder).isSymbolicLink() &&
  JSON.stringify(contentsOf(folder)) === JSON.stringify(books);
