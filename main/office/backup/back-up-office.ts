import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { fail } from '../../../shared/failure.ts';
import { privateFile, privateFolder } from '../../base/platform/files/private-files.ts';
import { syncFolders, syncTree } from '../../base/platform/files/sync-files.ts';
import { runningServer } from '../database/embedded-server.ts';
import { writeSettings } from '../database/server-settings.ts';
import { checkCopied, type Manifest, readManifest, writeManifest } from './signed-manifest.ts';

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
const besides = ['postgres-password', 'order-key.json'];

/**
 * Copies the office in this folder into a new folder below `to`.
 * @returns the new folder, which is complete
 * @throws FailureError `not-found` if no office has this folder, `folder-unusable`
 */
export async function backUpOffice(folder: string, to: string, now: number): Promise<string> {
  const url =
    (await runningServer(folder)) ??
    fail('not-found', { detail: { why: 'no office is at work on this folder' } });
  const name = `khatm-office-${new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const coming = path.join(to, `${name}.part`);
  const whole = path.join(to, name);
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await mkdir(to, { recursive: true, mode: privateFolder });
  await rm(coming, { recursive: true, force: true });
  await mkdir(coming, { mode: privateFolder });
  await client.connect();
  try {
    await copyServer(client, path.join(folder, 'postgres'), path.join(coming, 'postgres'));
    for (const each of besides) {
      await copyFile(path.join(folder, each), path.join(coming, each));
      await chmod(path.join(coming, each), privateFile);
    }
    await writeManifest(coming);
    await syncTree(coming);
    await rename(coming, whole);
    await syncFolders(to);
    return whole;
  } catch (error) {
    await rm(coming, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function copyServer(client: Client, from: string, to: string): Promise<void> {
  // The log since the beginning of the copy must still exist at its end. The slot disappears with the connection.
  await client.query(`SELECT pg_create_physical_replication_slot('khatm_' || pg_backend_pid(), true, true)`);
  await client.query(`SELECT pg_backup_start('khatm', true)`);
  await copyTree(from, to);
  const { rows } = await client.query<{ label: string; map: string }>(
    'SELECT labelfile AS label, spcmapfile AS map FROM pg_backup_stop(false)',
  );
  const [{ label, map } = fail('internal')] = rows;
  const [, first = ''] = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  for (const name of await readdir(path.join(from, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name) && name >= first)
      await copyFile(path.join(from, 'pg_wal', name), path.join(to, 'pg_wal', name));
  await writeFile(path.join(to, 'backup_label'), label, { mode: privateFile });
  if (map !== '') await writeFile(path.join(to, 'tablespace_map'), map, { mode: privateFile });
}

/** Files change and disappear while they are copied; the log makes them consistent when the copy is started. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: privateFolder });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (leftOut.test(entry.name)) continue;
    if (entry.isDirectory() && empty.has(entry.name)) await emptyLike(source, target);
    else if (entry.isDirectory()) await copyTree(source, target);
    else
      await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }
}

/** Makes the folders that the server expects. */
async function emptyLike(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: privateFolder });
  if (path.basename(from) !== 'pg_wal') return;
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isDirectory()) await mkdir(path.join(to, entry.name), { mode: privateFolder });
}

/**
 * Restores a backup to a folder without an office; the next start makes it consistent, and the tills send the missing
 * rows. Each file is checked as it was copied, is the office's alone, and no setting in the copy is believed.
 * @param key the office's public key, if the person knows it
 * @throws FailureError `not-found` for a folder that is not a backup, `not-allowed` if there is an office,
 * `backup-broken` with `why` for a copy that somebody changed
 */
export async function restoreOffice(backup: string, folder: string, key?: string): Promise<void> {
  const names = await readdir(backup).catch((): string[] => []);
  if (![...besides, 'postgres'].every((name) => names.includes(name)) || backup.endsWith('.part'))
    fail('not-found', { detail: { why: `${backup} is no backup of a head office` } });
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) fail('not-allowed', { detail: { why: `${folder} is not empty` } });
  const manifest = await readManifest(backup, key);
  const coming = path.join(folder, 'restored.part');
  try {
    await mkdir(coming, { mode: privateFolder });
    for (const name of Object.keys(manifest.files)) await copyChecked(backup, coming, name, manifest);
    for (const name of emptyFolders)
      await mkdir(path.join(coming, 'postgres', name), { recursive: true, mode: privateFolder });
    await writeSettings(coming, path.join(coming, 'postgres'));
    await syncTree(coming);
    // A folder without its database is not an office yet, so the database is put there last.
    const others = (await readdir(coming)).filter((name) => name !== 'postgres');
    for (const name of [...others, 'postgres'])
      await rename(path.join(coming, name), path.join(folder, name));
  } finally {
    await rm(coming, { recursive: true, force: true });
  }
  await chmod(folder, 0o711);
  await syncFolders(folder);
}

/** Folders that the server expects, and that a copy of files alone does not have. */
const emptyFolders = [
  ...empty,
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_twophase', 'pg_commit_ts', 'pg_tblspc', 'pg_stat'],
  ...['pg_logical/snapshots', 'pg_logical/mappings'],
];

async function copyChecked(from: string, to: string, name: string, manifest: Manifest): Promise<void> {
  const target = path.join(to, name);
  if (!target.startsWith(to + path.sep))
    fail('backup-broken', { detail: { why: `${name} is no file of it` } });
  await mkdir(path.dirname(target), { recursive: true, mode: privateFolder });
  await copyFile(path.join(from, name), target, constants.COPYFILE_EXCL);
  await chmod(target, privateFile);
  await checkCopied(target, name, manifest);
}
