import path from 'node:path';
import { Client } from 'pg';
import { fail } from '../../../shared/failure.ts';
import type { BackupKey } from '../../base/encrypted/backup-key.ts';
import { isEncrypted, takeCopy } from '../../base/encrypted/encrypted-copy.ts';
import { digestOfFile, inFile, inFolder, type OutsideFolder } from '../../base/outside/outside-folder.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { moveFile } from '../../base/platform/files/move-file.ts';
import { namesInOwn, readOwnBytes, removeOwn } from '../../base/platform/files/own-files.ts';
import { privateFolder } from '../../base/platform/files/private-files.ts';
import { syncFolders, syncTree } from '../../base/platform/files/sync-files.ts';
import { runningServer } from '../database/embedded-server.ts';
import { makeOfficeFolder } from '../database/office-folder.ts';
import { writeSettings } from '../database/server-settings.ts';
import { type Copy, copyInto, filesIn, kindOf, steady } from './copied-files.ts';
import {
  keyName,
  manifestName,
  notWhole,
  readManifest,
  signatureName,
  signManifest,
} from './signed-manifest.ts';

/*
 * Backs up a running office that has its own PostgreSQL. The database files are copied as PostgreSQL describes
 * (low-level base backup), with the password and the key for orders beside them. An office on another database server
 * is backed up with that server.
 */

/** The server's files that a copy must not have, or that only the running server needs. */
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;
/** Folders that are empty in a copy; the log is copied last. */
const empty: ReadonlySet<string> = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  'pg_subtrans',
]);
const besides = ['postgres-password', keyName];

export interface BackUpOptions {
  /** The folder that gets the copy; the folder above it must exist. */
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The key with which the copy is encrypted; undefined for a plain one. */
  readonly key: BackupKey | undefined;
}

/**
 * Copies the office in this folder into a new folder.
 * @returns the new folder, which is complete, and whether every user of the machine may write beside it
 * @throws FailureError `not-found` if no office has this folder, `place-own`, `place-silent`
 */
export async function backUpOffice(folder: string, { to, now, key }: BackUpOptions) {
  const url =
    (await runningServer(folder)) ??
    fail('not-found', { detail: { why: 'no office is at work on this folder' } });
  const name = `khatm-office-${new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const coming = `${name}.part`;
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  return inFolder(to, { make: privateFolder, ownFolder: folder }, async (place) => {
    await place.removeFolder(coming);
    await client.connect();
    try {
      const copy = copyInto(await place.folder(coming, { make: privateFolder }), key);
      await copyServer(client, path.join(folder, 'postgres'), copy);
      for (const each of besides) await copy.putText(each, readOwnBytes(path.join(folder, each)));
      const { text, signature } = signManifest(
        { files: copy.files },
        readOwnBytes(path.join(folder, keyName)).toString('utf8'),
      );
      await copy.putText(manifestName, text);
      await copy.putText(signatureName, signature);
      await copy.sync();
      await place.move(coming, place, name);
      await place.sync();
      return { folder: path.join(place.path, name), isOpenToAll: place.isOpenToAll };
    } catch (error) {
      await place.removeFolder(coming).catch(() => undefined);
      throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

async function copyServer(client: Client, from: string, copy: Copy): Promise<void> {
  // The log since the beginning of the copy must still exist at its end. The slot disappears with the connection.
  await client.query(`SELECT pg_create_physical_replication_slot('khatm_' || pg_backend_pid(), true, true)`);
  await client.query(`SELECT pg_backup_start('khatm', true)`);
  await inFolder(from, {}, (data) => copyTree(data, 'postgres', copy));
  const { rows } = await client.query<{ label: string; map: string }>(
    'SELECT labelfile AS label, spcmapfile AS map FROM pg_backup_stop(false)',
  );
  const [{ label, map } = fail('internal')] = rows;
  const [, first = ''] = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  for (const name of namesInOwn(path.join(from, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name) && name >= first)
      await inFile(path.join(from, 'pg_wal', name), (file) =>
        copy.put(`postgres/pg_wal/${name}`, steady(file)),
      );
  await copy.putText('postgres/backup_label', label);
  if (map !== '') await copy.putText('postgres/tablespace_map', map);
}

/** Files change and disappear while they are copied; the log makes them consistent when the copy is started. */
async function copyTree(from: OutsideFolder, to: string, copy: Copy): Promise<void> {
  for (const name of await from.names()) {
    if (leftOut.test(name)) continue;
    const state = await from.look(name);
    if (state?.isDirectory()) {
      if (!empty.has(name))
        await inFolder(path.join(from.path, name), {}, (inner) => copyTree(inner, `${to}/${name}`, copy));
      continue;
    }
    const file = await from.open(name);
    try {
      if (file !== undefined) await copy.put(`${to}/${name}`, steady(file));
    } finally {
      await file?.close();
    }
  }
}

export interface RestoreOptions {
  /** The office's public key, if the person knows it. */
  readonly officeKey?: string | undefined;
  /** True if a copy that is not encrypted is refused, since somebody may have put it in the place of one that was. */
  readonly mustBeEncrypted?: boolean;
  /** The key with which the backup was encrypted; asked for only if it is. */
  readonly key: () => Promise<BackupKey | undefined>;
}

/**
 * Restores a backup to a folder without an office; the next start makes it consistent, and the tills send the missing
 * rows. Each file is checked as it was copied, is the office's alone, and no setting in the copy is believed.
 * @throws FailureError `not-found` for a folder that is not a backup, `not-allowed` if there is an office,
 * `backup-key-needed`, `backup-key-wrong`, `backup-broken` with `why` for a copy that somebody changed
 */
export async function restoreOffice(backup: string, folder: string, options: RestoreOptions): Promise<void> {
  const names = await inFolder(backup, {}, filesIn).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  if (
    ![...besides, manifestName, signatureName].some((name) => names.includes(name)) ||
    backup.endsWith('.part')
  )
    fail('not-found', { detail: { why: `${backup} is no backup of a head office` } });
  await makeOfficeFolder(folder);
  if (namesInOwn(folder).length > 0) fail('not-allowed', { detail: { why: `${folder} is not empty` } });
  const coming = path.join(folder, 'restored.part');
  try {
    await copyChecked(backup, coming, names, options);
    for (const name of emptyFolders) makeFolders(path.join(coming, 'postgres', name));
    for (const name of [manifestName, signatureName]) removeOwn(path.join(coming, name));
    await writeSettings(coming, path.join(coming, 'postgres'));
    await syncTree(coming);
    // A folder without its database is not an office yet, so the database is put there last.
    const others = namesInOwn(coming).filter((name) => name !== 'postgres');
    for (const name of [...others, 'postgres'])
      await moveFile(path.join(coming, name), path.join(folder, name));
  } finally {
    removeOwn(coming);
  }
  await syncFolders(folder);
}

/** Folders that the server expects, and that a copy of files alone does not have. */
const emptyFolders = [
  ...empty,
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_twophase', 'pg_commit_ts', 'pg_tblspc', 'pg_stat'],
  ...['pg_logical/snapshots', 'pg_logical/mappings'],
];

/** Copies the files of a backup, decrypts them, and compares each with the signed manifest. */
async function copyChecked(
  from: string,
  to: string,
  names: readonly string[],
  { officeKey, mustBeEncrypted = false, key: askKey }: RestoreOptions,
): Promise<void> {
  const signed = [manifestName, signatureName, keyName];
  for (const name of signed) if (!names.includes(name)) notWhole(`${name} is missing`);
  const wasEncrypted = await isEncrypted(path.join(from, manifestName));
  if (!wasEncrypted && mustBeEncrypted) notWhole('it is not encrypted, although there is a key for it');
  const key = wasEncrypted ? await askKey() : undefined;
  const take = async (name: string) => {
    const target = path.join(to, name);
    if (!target.startsWith(to + path.sep)) notWhole(`${name} is no file of it`);
    makeFolders(path.dirname(target));
    await takeCopy(path.join(from, name), target, { key, kind: kindOf(name) });
    return target;
  };
  const [text = '', signature = '', orderKey = ''] = await Promise.all(
    signed.map(async (name) => readOwnBytes(await take(name)).toString('utf8')),
  );
  const others = names.filter((name) => name !== manifestName && name !== signatureName);
  const { files } = readManifest({ text, signature, orderKey }, others, officeKey);
  for (const [name, expected] of Object.entries(files)) {
    const { size, sha256 } = await digestOfFile(await take(name));
    if (size !== expected.size || sha256 !== expected.sha256) notWhole(`${name} was changed`);
  }
}
