import crypto from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { folderOfKeys } from './run-folder.ts';

/*
 * Deriving a key from a PIN takes a tenth of a second of processor time on purpose, and a vault takes four times as
 * much. Tests often sign in the same people and open the same vaults. The same secret, salt and cost always give the
 * same key, so it is derived only once in a run, by the first worker or program that needs it.
 */

type Derive = (
  password: string,
  salt: Buffer,
  length: number,
  options: crypto.ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void;

const mark = Symbol.for('khatm.remembered-scrypt');
const derive = crypto.scrypt as Derive & { [mark]?: true };

if (derive[mark] === undefined) {
  const keys = new Map<string, Buffer>();
  const folder = folderOfKeys();
  const remember: Derive & { [mark]?: true } = (password, salt, length, options, callback) => {
    const request = JSON.stringify([password, salt, length, options]);
    const key = keys.get(request) ?? readKey(folder, request);
    // The answer arrives later, as scrypt's does, and is a copy, because a caller may erase its key.
    if (key !== undefined) setImmediate(callback, null, Buffer.from(key));
    else
      derive(password, salt, length, options, (error, made) => {
        if (error === null) {
          keys.set(request, Buffer.from(made));
          keepKey(folder, request, made);
        }
        callback(error, made);
      });
  };
  remember[mark] = true;
  Object.assign(crypto, { scrypt: remember });
  syncBuiltinESMExports();
}

function fileOf(folder: string, request: string): string {
  return path.join(folder, crypto.createHash('sha256').update(request).digest('hex'));
}

function readKey(folder: string | undefined, request: string): Buffer | undefined {
  if (folder === undefined) return undefined;
  try {
    return readFileSync(fileOf(folder, request));
  } catch {
    return undefined;
  }
}

/** Stores a key for the other processes of this run. They never see a partial file. */
function keepKey(folder: string | undefined, request: string, key: Buffer): void {
  if (folder === undefined) return;
  const file = fileOf(folder, request);
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(part, key, { mode: 0o600 });
    renameSync(part, file);
  } catch {
    // If this fails, the other processes derive the key themselves.
  }
}
