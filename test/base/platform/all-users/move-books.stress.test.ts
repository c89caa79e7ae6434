import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { moveBooks } from '../../../../main/base/platform/all-users/move-books.ts';
import { refuseMovedFolder } from '../../../../main/base/platform/folders/moved-folder.ts';
import { holdAlone } from '../../../../main/books/ledger/queue/hold-alone.ts';
import { isWhole, shop } from './own-shop.ts';

const isWindows = process.platform === 'win32';
/** @returns true if the move ended before this step */
function killedAt(step: number, data: string, ownFolder: string): boolean {
  const program = path.join(import.meta.dirname, 'killed-move.ts');
  const args = [program, data, ownFolder, String(step)];
  const { status, signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return true;
  // Windows has no signals, so a killed process exits with code 1.
  expect([status, signal, stderr]).toEqual(isWindows ? [1, null, ''] : [null, 'SIGKILL', '']);
  return false;
}

test('a move into the folder for all users that is killed at any step leaves one folder that opens', async () => {
  const opens = (folder: string, books: object) => {
    try {
      refuseMovedFolder(folder);
      return isWhole(folder, books);
    } catch {
      return false;
    }
  };
  for (let step = 0; ; step += 1) {
    const { ownFolder, data, books } = shop({ documents: 1 });
    mkdirSync(path.dirname(data), { recursive: true });
    const ended = killedAt(step, data, ownFolder);
    expect([opens(ownFolder, books), opens(data, books)].filter(Boolean)).toEqual([true]);
    if (existsSync(data)) expect(opens(data, books)).toBe(true);
    await moveBooks({ ownFolder, data, holdAlone });
    expect([opens(ownFolder, books), opens(data, books)]).toEqual([false, true]);
    expect(existsSync(path.join(ownFolder, 'MOVED.txt'))).toBe(true);
    expect(readdirSync(path.dirname(data))).toEqual(['data']);
    if (!ended) continue;
    expect(step).toBeGreaterThan(8);
    return;
  }
});
