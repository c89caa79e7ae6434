import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { fail } from '../../../shared/failure.ts';
import { inFile } from '../outside/outside-folder.ts';
import { privateFile } from '../platform/files/private-files.ts';
import { type BackupKey, backupKeyId, fileKeyOf } from './backup-key.ts';

/*
 * An encrypted file of a backup consists of a header, then parts of AES-256-GCM under a key of its own.
 *
 * magic (16) · id of the backup key (8) · salt (16) · parts of 64 KiB and their tags (16); the last may be shorter
 *
 * A part's nonce has its position and a mark for the last one, and the header is authenticated with it: flipped bits,
 * swapped parts, a missing end and a part of another file are all detected.
 */

/** The end of the name of an encrypted file. */
export const encryptedEnding = '.encrypted';

const magic = Buffer.from('khatm backup 1\r\n', 'latin1');
const idLength = 8;
const saltLength = 16;
const headerLength = magic.length + idLength + saltLength;
const partLength = 64 * 1024;
const tagLength = 16;

/** The kind of a file: its key depends on it, so that one cannot stand in for another. */
export type EncryptedKind = 'ledger' | 'integration' | 'terminal' | 'catalogue' | `office:${string}`;

const cipherName = 'aes-256-gcm';
const options = { authTagLength: tagLength } as const;

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 0, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** A file of a backup that is open. */
export interface Readable {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

/** Returns the encrypted form of a file in pieces. */
export async function* encryptedPieces(
  from: Readable,
  { key, kind, signal }: { key: BackupKey; kind: EncryptedKind; signal?: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength);
  const header = Buffer.concat([magic, backupKeyId(key), salt]);
  const fileKey = fileKeyOf(key, salt, kind);
  yield header;
  for await (const { bytes, place, isLast } of partsOf(from, 0, partLength)) {
    signal?.throwIfAborted();
    const cipher = createCipheriv(cipherName, fileKey, nonceOf(place, isLast), options);
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Returns true for an encrypted file of a backup, by its first bytes. */
export const isEncrypted = async (file: string): Promise<boolean> => (await neededKeyId(file)) !== undefined;

/** Returns the id of the key that a file of a backup needs, see `backupKeyId`; undefined if it is not encrypted. */
export const neededKeyId = (file: string): Promise<string | undefined> =>
  inFile(file, async (opened) => {
    const header = await readHeader(opened);
    return header && keyIdIn(header).toString('hex');
  });

/**
 * Finds out whether a file of a backup can be read with this key, before anything is done with it.
 * @throws FailureError `backup-key-needed`, `backup-key-wrong`
 */
export const checkBackupKey = (file: string, key: BackupKey | undefined): Promise<void> =>
  inFile(file, async (opened) => {
    const header = await readHeader(opened);
    if (header !== undefined) keyFor(header, key);
  });

/**
 * Copies a file of a backup into another one, which is replaced, and decrypts it where it is encrypted.
 * @param options `most`: the bytes that it may have
 * @throws FailureError `backup-key-needed`, `backup-key-wrong`, `backup-broken` (detail `found`: encrypted-copy)
 */
export const takeCopy = (
  source: string,
  target: string,
  { key, kind, most }: { key: BackupKey | undefined; kind: EncryptedKind; most?: number },
): Promise<void> =>
  inFile(source, async (from) => {
    if (most !== undefined && from.size > most) fail('disk-full');
    const isPlain = (await readHeader(from)) === undefined;
    // A plain file in place of an encrypted one is not authenticated.
    if (isPlain && source.endsWith(encryptedEnding))
      fail('backup-broken', { detail: { found: 'encrypted-copy' } });
    await writeAnew(target, async (to) => {
      for await (const bytes of isPlain ? from.pieces() : decrypted(from, kind, key))
        await to.appendFile(bytes);
    });
  });

/** Reads and checks a whole encrypted file as `takeCopy` does, but stores nothing. */
export async function checkEncrypted(file: Readable, kind: EncryptedKind, key: BackupKey): Promise<void> {
  for await (const _ of decrypted(file, kind, key));
}

async function* decrypted(
  from: Readable,
  kind: EncryptedKind,
  given: BackupKey | undefined,
): AsyncGenerator<Buffer> {
  const header = (await readHeader(from)) ?? fail('backup-broken', { detail: { found: 'encrypted-copy' } });
  const key = keyFor(header, given);
  const fileKey = fileKeyOf(key, header.subarray(-saltLength), kind);
  let hasEnded = false;
  for await (const { bytes, place, isLast } of partsOf(from, headerLength, partLength + tagLength)) {
    yield opened(bytes, { header, fileKey, nonce: nonceOf(place, isLast) });
    hasEnded = isLast;
  }
  if (!hasEnded) fail('backup-broken', { detail: { found: 'encrypted-copy' } });
}

/** Decrypts one part. @throws FailureError `backup-broken` for a part that was changed since it was written */
function opened(
  part: Buffer,
  { header, fileKey, nonce }: { header: Buffer; fileKey: Buffer; nonce: Buffer },
): Buffer {
  try {
    const decipher = createDecipheriv(cipherName, fileKey, nonce, options);
    decipher.setAAD(header);
    decipher.setAuthTag(part.subarray(-tagLength));
    return Buffer.concat([decipher.update(part.subarray(0, -tagLength)), decipher.final()]);
  } catch (cause) {
    return fail('backup-broken', { detail: { found: 'encrypted-copy' } }, cause);
  }
}

function keyFor(header: Buffer, key: BackupKey | undefined): BackupKey {
  if (key === undefined) return fail('backup-key-needed');
  return backupKeyId(key).equals(keyIdIn(header)) ? key : fail('backup-key-wrong');
}

const keyIdIn = (header: Buffer) => header.subarray(magic.length, magic.length + idLength);

/** Returns undefined for a file that is not encrypted. */
async function readHeader(file: Readable): Promise<Buffer | undefined> {
  const header = await file.read(0, headerLength);
  const isOurs = header.length === headerLength && header.subarray(0, magic.length).equals(magic);
  return isOurs ? header : undefined;
}

/** Reads a file part by part; an empty file is one empty part. */
async function* partsOf(
  file: Readable,
  start: number,
  length: number,
): AsyncGenerator<{ bytes: Buffer; place: number; isLast: boolean }> {
  const { size } = file;
  const count = Math.max(1, Math.ceil((size - start) / length));
  for (let place = 0; place < count; place += 1) {
    const at = start + place * length;
    const bytes = await file.read(at, Math.max(0, Math.min(length, size - at)));
    yield { bytes, place, isLast: place === count - 1 };
  }
}

/** Replaces a file among the program's own. */
async function writeAnew(target: string, work: (to: FileHandle) => Promise<void>): Promise<void> {
  const to = await open(target, 'w', privateFile);
  try {
    await work(to);
  } finally {
    await to.close();
  }
}
