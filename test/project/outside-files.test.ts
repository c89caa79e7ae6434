import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/*
 * A file outside the data folder is read and written by `main/base/outside` alone. The files below may use `node:fs`,
 * because they work on the program's own files. A new file belongs here only if it does too.
 */

const root = path.join(import.meta.dirname, '..', '..');
/** Rooms for the program's own files: its folders, window, ledger and database. */
const rooms = ['main/base/', 'main/app/electron/', 'main/books/ledger/', 'main/office/'];
const mayUseFiles = [
  'main/app/cli/diagnose.ts',
  'main/app/cli/files.ts',
  'main/app/cli/ledger/audit.ts',
  'main/app/cli/ledger/check-ledger.ts',
  'main/app/cli/ledger/ledger.ts',
  'main/app/cli/ledger/month.ts',
  'main/app/cli/ledger/restore.ts',
  'main/app/cli/ledger/verify.ts',
  'main/app/cli/look-up-environment.ts',
  'main/app/cli/sales/demo.ts',
  'main/app/cli/sales/issue.ts',
  'main/app/cli/sales/read-sales.ts',
  'main/app/cli/setup/folder.ts',
  'main/app/cli/setup/network.ts',
  'main/app/cli/setup/update.ts',
  'main/app/diagnosis/books.ts',
  'main/app/diagnosis/bundle.ts',
  'main/app/diagnosis/check-end.ts',
  'main/app/diagnosis/diagnose.ts',
  'main/app/diagnosis/probe-devices.ts',
  'main/app/diagnosis/probe-folder.ts',
  'main/app/diagnosis/probe-programs.ts',
  'main/app/diagnosis/read-licences.ts',
  'main/app/diagnosis/read-log.ts',
  'main/app/environment/backups/backup-examiner.ts',
  'main/app/environment/backups/backup-reader.ts',
  'main/app/environment/backups/backups.ts',
  'main/app/environment/backups/restore-ledger.ts',
  'main/app/environment/guarded-integrations.ts',
  'main/app/environment/guards/damage-note.ts',
  'main/app/environment/guards/machine-record.ts',
  'main/app/start.ts',
  'main/app/terminal/active-environment.ts',
  'main/app/terminal/terminal-identity.ts',
  'main/app/updates/appimage.ts',
  'main/app/updates/download.ts',
  'main/app/updates/find-installer.ts',
  'main/app/updates/kept-manifest.ts',
  'main/app/updates/nsis.ts',
  'main/app/updates/state.ts',
  'main/app/updates/updater.ts',
  'main/books/backup/back-up.ts',
  'main/books/backup/beside.ts',
  'main/books/backup/durable-file.ts',
  'main/books/backup/encrypted-copy.ts',
  'main/books/backup/newer-backup.ts',
  'main/books/backup/restore-note.ts',
  'main/books/backup/restore.ts',
  'main/document/paper/font-files.ts',
  'main/integration/drop-folder/folder-files.ts',
  'main/link/wire/archive/check-manifests.ts',
  'main/till/accountant/join-zips.ts',
  'main/till/accountant/months.ts',
  'main/till/accountant/staging.ts',
  'main/till/accountant/zip-file.ts',
  'main/till/devices/card/simulator.ts',
  'main/till/devices/line/path-line.ts',
];

test('only files about the program’s own files use the file system themselves', () => {
  const found = readdirSync(path.join(root, 'main'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('main', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts') && !rooms.some((room) => file.startsWith(room)))
    .filter((file) =>
      /['"](?:node:)?fs(?:\/promises)?['"]/.test(readFileSync(path.join(root, file), 'utf8')),
    );
  expect(found.filter((file) => !mayUseFiles.includes(file))).toEqual([]);
  expect(mayUseFiles.filter((file) => !found.includes(file))).toEqual([]);
});
