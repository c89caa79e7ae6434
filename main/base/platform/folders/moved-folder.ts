import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../../../../shared/failure.ts';
import { environments } from '../../../../shared/status.ts';
import { booksWentTo } from './moved-note.ts';

/** Refuses a folder whose books moved: a terminal would start without them. @throws FailureError `folder-moved` */
export function refuseMovedFolder(folder: string): void {
  const isMoved = hasBooks(folder) ? booksWentTo(folder) !== undefined : hasNotice(folder);
  if (isMoved) fail('folder-moved', { detail: { folder } });
}

/** The file that tells a person where the books of a folder are now. */
export const noticeFile = 'MOVED.txt';

export const hasNotice = (folder: string) => existsSync(path.join(folder, noticeFile));

export function hasBooks(folder: string): boolean {
  const books = ['terminal.db', ...environments.map((name) => path.join(name, 'ledger.db'))];
  return books.some((file) => existsSync(path.join(folder, file)));
}
