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
import { openTerminalDatabase } from '../../../../main/app/terminal/terminal-database.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { newEntry } from '../../../books/ledger/sample.ts';

function folderIn(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}

/** Makes the data folder of one user. Returns it and the folder for all users. */
export function shop({ documents = 3 } = {}) {
  const ownFolder = path.join(folderIn(), 'Khatm', 'data');
  const data = path.join(folderIn(), 'الحسابات', 'data');
  mkdirSync(path.join(ownFolder, 'training', 'drop', 'in'), { recursive: true });
  openTerminalDatabase(ownFolder).close();
  const ledger = openLedger(path.join(ownFolder, 'training', 'ledger.db'), { environment: 'training' });
  for (let n = 0; n < documents; n += 1) ledger.chain.append(newEntry());
  ledger.close();
  writeFileSync(path.join(ownFolder, 'training', 'drop', 'in', 'قهوة.json'), '{}');
  return { ownFolder, data, books: contentsOf(ownFolder) };
}

/**
 * Returns the hash of every file, without the note of a move and the files that a killed reader leaves next to a
 * database.
 */
export function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^moved\.json$|-shm$|-wal$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [
      path.relative(folder, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

/** Returns true for a real folder with this data. */
export const isWhole = (folder: string, books: object) =>
  existsSync(folder) &&
  !lstatSync(folder).isSymbolicLink() &&
  JSON.stringify(contentsOf(folder)) === JSON.stringify(books);
