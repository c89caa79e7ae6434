import path from 'node:path';
import { FailureError } from '../../../shared/failure.ts';
import type { BackupKey } from '../../base/encrypted/backup-key.ts';
import { isEncrypted, takeCopy } from '../../base/encrypted/encrypted-copy.ts';
import { inFolder, type OutsideFolder } from '../../base/outside/outside-folder.ts';
import { freeBytesOf, newScratch, removeOwn } from '../../base/platform/files/own-files.ts';
import { checkChain, type DocumentReaders } from '../ledger/check/check-chain.ts';
import type { Head } from '../ledger/documents/entry.ts';
import { type Archive, type Ledger, openArchive } from '../ledger/ledger.ts';
import { type BackupName, ledgerMark, readBackupName } from './backup-name.ts';

/** The point that a ledger or a backup has reached. */
export interface BackupPoint {
  /** The ledger's id. */
  readonly id: string;
  /** The counter of the newest document; 0 if there is none. */
  readonly icv: number;
  /** The time of a backup, as in its name; among equal documents, a later one counts as newer. */
  readonly taken?: string | undefined;
}

export interface NewerBackup {
  readonly file: string;
  /** The counter of its newest document. */
  readonly icv: number;
  /** The time in Riyadh, as in the name: `20261120T131500`. */
  readonly taken: string;
}

/**
 * Returns the backup in a folder that by its name goes furthest beyond a point; the point may be that of an older copy.
 * Anybody who may write in the folder can make such a name, see `provesOlder`.
 * @returns undefined if there is none, or the folder cannot be read now
 */
export const newerBackup = async (point: BackupPoint, folder: string): Promise<NewerBackup | undefined> =>
  (await newerBackups(point, folder))[0];

/** Returns the backups in a folder that by their names go beyond a point, the furthest first. */
export const newerBackups = (point: BackupPoint, folder: string): Promise<NewerBackup[]> =>
  inFolder(folder, {}, (place) => filesBeyond(point, place)).catch(() => []);

async function filesBeyond(point: BackupPoint, folder: OutsideFolder): Promise<NewerBackup[]> {
  return (await folder.names())
    .flatMap((name) => {
      const parsedName = readBackupName(name);
      return parsedName !== undefined && isBeyond(parsedName, point)
        ? [{ ...parsedName, file: path.join(folder.path, name) }]
        : [];
    })
    .toSorted((a, b) => b.icv - a.icv || b.taken.localeCompare(a.taken));
}

function isBeyond({ ledger, icv, taken }: BackupName, point: BackupPoint): boolean {
  if (ledger !== ledgerMark(point.id)) return false;
  return icv > point.icv || (icv === point.icv && point.taken !== undefined && taken > point.taken);
}

export interface ProofOptions {
  readonly ledger: Pick<Ledger, 'id' | 'chain' | 'documents'>;
  readonly readers: DocumentReaders;
  /** A folder on the ledger's disk for a copy. */
  readonly scratch: string;
  /** Returns the key of an encrypted backup, if it is known. */
  readonly keyOf: (file: string) => Promise<BackupKey | undefined>;
}

/** The part of a disk's free space that a copy may take. */
const partOfDisk = 4;

/**
 * Proves that the ledger is an older copy: the backup continues the ledger's own chain by a document that is stamped
 * with the certificate of the ledger's newest one. Nobody else can make such a document. A backup whose certificate was
 * replaced exactly there proves nothing either, and the witness is still compared.
 * @returns false for a backup that proves nothing, whatever is in the file
 */
export async function provesOlder(file: string, options: ProofOptions): Promise<boolean> {
  const { ledger, scratch, keyOf } = options;
  const head = ledger.chain.head();
  if (head === undefined) return false;
  const place = newScratch(`.reading-${process.pid}-`, scratch);
  try {
    const copy = path.join(place, 'newer.db');
    const key = (await isEncrypted(file)) ? await keyOf(file) : undefined;
    await takeCopy(file, copy, { key, kind: 'ledger', most: freeBytesOf(place) / partOfDisk });
    const archive = openArchive(copy);
    if (archive === undefined) return false;
    try {
      return archive.id === ledger.id && (await continues(archive, head, options));
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof FailureError || (error instanceof Error && 'code' in error)) return false;
    throw error;
  } finally {
    removeOwn(place);
  }
}

async function continues(
  archive: Archive,
  { icv, hash }: Head,
  { ledger, readers }: ProofOptions,
): Promise<boolean> {
  if (archive.chain.hashAt(icv) !== hash) return false;
  const following = { first: icv + 1, last: icv + 1 };
  const [last] = ledger.documents.inOrder({ first: icv, last: icv });
  const [next] = archive.documents.inOrder(following);
  const certificate = last && certificateIn(last.xml());
  if (certificate === undefined || next === undefined || certificateIn(next.xml()) !== certificate)
    return false;
  const { broken } = await checkChain(archive.documents.inOrder(following), readers, { icv, hash });
  return broken === undefined;
}

/** Returns the certificate in a stamped document, whose stamp is checked apart. */
const certificateIn = (xml: Buffer): string | undefined =>
  /<ds:X509Certificate>([^<]+)</.exec(xml.toString('utf8'))?.[1];
