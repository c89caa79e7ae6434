import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { fail } from '../../../shared/failure.ts';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';

/*
 * The key of encrypted backups: 128 random bits, which a manager writes down. On paper it is seven groups of four
 * characters: 26 of these are the key, and the last bits are a checksum that detects a mistake in writing.
 */

/** The key itself, without its checksum. */
export type BackupKey = Buffer;

const keyBytes = 16;
const checkBits = 12;
/** The alphabet has no I, L, O and U, which are read as other characters or make words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const characters = (keyBytes * 8 + checkBits) / 5;
const groupLength = 4;

export const newBackupKey = (): BackupKey => randomBytes(keyBytes);

/** Returns a key in its written form: `XXXX-XXXX-…`. */
export function writeBackupKey(key: BackupKey): string {
  let bits = (BigInt(`0x${key.toString('hex')}`) << BigInt(checkBits)) | BigInt(checkOf(key));
  let text = '';
  for (let i = 0; i < characters; i += 1) {
    text = (alphabet[Number(bits & 31n)] ?? '') + text;
    bits >>= 5n;
  }
  return (text.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-');
}

/**
 * Reads a key as a person types it: small letters, other separators or none, O for 0, and Arabic digits are all
 * accepted.
 * @returns undefined when the text is not a key, or its checksum is wrong
 */
export function readBackupKey(text: string): BackupKey | undefined {
  const typed = withLatinDigits(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]|\u0640/gu, '') // the last one lengthens Arabic words and counts as a letter
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  if (typed.length !== characters) return undefined;
  let bits = 0n;
  for (const character of typed) {
    const value = alphabet.indexOf(character);
    if (value < 0) return undefined;
    bits = (bits << 5n) | BigInt(value);
  }
  const key = Buffer.from((bits >> BigInt(checkBits)).toString(16).padStart(keyBytes * 2, '0'), 'hex');
  return checkOf(key) === Number(bits & ((1n << BigInt(checkBits)) - 1n)) ? key : undefined;
}

/** Reads a key that a person typed. @throws FailureError `bad-input` at `key` */
export function backupKeyOrFail(text: string): BackupKey {
  return (
    readBackupKey(text) ??
    fail('bad-input', { issues: [{ path: ['key'], code: 'backup-key', message: 'is not a whole key' }] })
  );
}

const checkOf = (key: BackupKey) =>
  createHash('sha256').update(key).digest().readUInt16BE() >> (16 - checkBits);

/** Returns the bytes that identify a key in a file encrypted with it; they reveal nothing of the key itself. */
export const backupKeyId = (key: BackupKey): Buffer => derived(key, '', 'khatm backup key id', 8);

/** Derives the key of one file. @param salt of this file only @param kind the kind of file */
export const fileKeyOf = (key: BackupKey, salt: Buffer, kind: string): Buffer =>
  derived(key, salt, `khatm backup ${kind}`, 32);

const derived = (key: BackupKey, salt: Buffer | string, info: string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));
