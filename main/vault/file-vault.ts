import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { fail } from '../../shared/failure.ts';
import type { SecretStore } from './secret-store.ts';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** scrypt parameters for new vaults; RFC 7914 §2 names the meaning. 32 MiB and about 0.1 s here. */
const cost = { N: 2 ** 15, r: 8, p: 1 };

const base64 = z.base64();
const vaultSchema = z.strictObject({
  khatm: z.literal('vault'),
  kdf: z.strictObject({ name: z.literal('scrypt'), salt: base64, N: z.int(), r: z.int(), p: z.int() }),
  entries: z.record(z.string(), z.strictObject({ nonce: base64, sealed: base64 })),
});
type VaultFile = z.infer<typeof vaultSchema>;

/**
 * Secrets in one file, each sealed with AES-256-GCM under a key derived from a passphrase (scrypt); the entry's
 * name is authenticated with it, so entries cannot be swapped.
 * @throws FailureError `vault-unavailable` with detail `why`: unreadable · wrong-passphrase
 */
export async function openFileVault(file: string, passphrase: string): Promise<SecretStore> {
  await load(file); // one that cannot be read is told at once
  const keys = new Map<string, Promise<Buffer>>();
  const keyOf = ({ kdf }: VaultFile): Promise<Buffer> => {
    const { salt, N, r, p } = kdf;
    const known = keys.get(salt);
    if (known !== undefined) return known;
    const key = derive(passphrase, Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem: 256 * N * r });
    keys.set(salt, key);
    return key;
  };
  let lastWrite: Promise<void> = Promise.resolve();
  const write = (change: (entries: VaultFile['entries'], key: Buffer) => void) => {
    lastWrite = lastWrite
      .catch(() => undefined)
      .then(async () => {
        const contents = (await load(file)) ?? newVault();
        change(contents.entries, await keyOf(contents));
        await save(file, contents);
      });
    return lastWrite;
  };

  return {
    async get(name) {
      // Read anew each time: the process that leads this folder may have written it.
      const contents = await load(file);
      const entry = contents?.entries[name];
      return contents && entry && unseal(await keyOf(contents), name, entry);
    },
    async has(prefix) {
      const names = Object.keys((await load(file))?.entries ?? {});
      return names.some((name) => name.startsWith(prefix));
    },
    set: (name, value) =>
      write((entries, key) => {
        entries[name] = seal(key, name, value);
      }),
    delete: (name) =>
      write((entries) => {
        delete entries[name];
      }),
  };
}

function newVault(): VaultFile {
  const salt = randomBytes(16).toString('base64');
  return { khatm: 'vault', kdf: { name: 'scrypt', salt, ...cost }, entries: {} };
}

/** The file's contents; undefined when there is no file yet. */
async function load(file: string): Promise<VaultFile | undefined> {
  try {
    return vaultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return fail('vault-unavailable', { detail: { why: 'unreadable' } });
  }
}

/** Writes beside the file, then takes its place: a crash leaves the old vault or the new one. */
async function save(file: string, contents: VaultFile): Promise<void> {
  const next = `${file}.new`;
  try {
    const handle = await open(next, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(contents, null, 2));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
    await syncFolder(path.dirname(file));
  } catch {
    fail('vault-unavailable', { detail: { why: 'unwritable' } });
  }
}

/** A rename is durable once its folder is; Windows neither needs nor allows this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function seal(key: Buffer, name: string, value: string): VaultFile['entries'][string] {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64'), sealed: sealed.toString('base64') };
}

function unseal(key: Buffer, name: string, entry: VaultFile['entries'][string]): string {
  const sealed = Buffer.from(entry.sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(entry.nonce, 'base64'));
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(sealed.subarray(-16));
    return decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return fail('vault-unavailable', { detail: { why: 'wrong-passphrase' } });
  }
}
