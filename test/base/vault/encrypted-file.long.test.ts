import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decrypt, encrypt } from '../../../main/base/vault/encrypt.ts';
import { type EncryptedFileOptions, openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import type { Cipher, Opener } from '../../../main/base/vault/encryption-key.ts';
import { createLockableVault } from '../../../main/base/vault/lockable-vault.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { rounds } from '../../support/run/effort.ts';
import { passphrase } from './passphrase.ts';

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'khatm-vault-')), 'secrets.json');

/** The derivation cost is the lowest allowed, because these files protect nothing. */
const right: Opener = { passphrase, N: 2 ** 14 };
const open = (file: string, more: Partial<EncryptedFileOptions> = {}) =>
  openEncryptedFile({ file, opener: right, lock: takeLock, create: true, ...more });

const refusal = (code: string, why: string) => ({ failure: { code, detail: { why } } });
const valueIn = (text: string) => JSON.parse(text).value;
const read = (file: string) => valueIn(readFileSync(file, 'utf8'));

describe('an encrypted file', () => {
  test('gives back what was stored, also to the next opening', async () => {
    const file = newFile();
    const vault = await open(file);
    await Promise.all([vault.set('training/key/1', 'kkk'), vault.set('training/pair', 'زوج')]);
    const again = await open(file, { create: false });
    expect(await again.get('training/key/1')).toBe('kkk');
    expect(await again.get('training/pair')).toBe('زوج');
    expect(await again.get('simulation/key/1')).toBeUndefined();
    expect(await again.names('training/')).toEqual(['training/key/1', 'training/pair']);
    expect([await again.has('training/k'), await again.has('simulation/')]).toEqual([true, false]);
    await again.delete('training/pair');
    expect(await vault.get('training/pair')).toBeUndefined();
  });

  test('keeps any value under any name', async () => {
    const file = newFile();
    const vault = await open(file);
    const text = fc.string({ unit: anyCharacter });
    const name = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', '', '0', '10', '9'));
    const kept = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(name, text, async (name, value) => {
        await vault.set(name, value);
        kept.set(name, value);
        expect(await vault.get(name)).toBe(value);
      }),
      { numRuns: rounds(60) },
    );
    const again = await open(file);
    expect(await again.names('')).toEqual([...kept.keys()].toSorted());
    for (const [name, value] of kept) expect(await again.get(name)).toBe(value);
  });

  test('holds no secret in the clear and is this user’s alone', async () => {
    const file = newFile();
    const vault = await open(file);
    await vault.set('training/key/1', 'very-secret-value');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('very-secret-value');
    expect(text).not.toContain(Buffer.from('very-secret-value').toString('base64'));
    expect(text).not.toContain('correct horse');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  });

  test('costs a guesser of passphrases no less than the file says, and at least scrypt with N = 2^15', async () => {
    const file = newFile();
    await open(file, { opener: { passphrase: 'correct horse battery' } });
    expect(read(file).kdf).toMatchObject({ name: 'scrypt', r: 8, p: 1 });
    expect(read(file).kdf.N).toBeGreaterThanOrEqual(2 ** 15);
  });

  test('costs less where so asked, and opens as before', async () => {
    const file = newFile();
    const vault = await open(file, { opener: { passphrase, N: 2 ** 14, r: 1 } });
    await vault.set('training/key', 'kkk');
    expect(read(file).kdf).toMatchObject({ N: 2 ** 14, r: 1, p: 1 });
    const again = await open(file, { opener: { passphrase }, create: false });
    expect(await again.get('training/key')).toBe('kkk');
  });

  test('tells a wrong passphrase at opening, also where nothing was stored yet', async () => {
    const file = newFile();
    await open(file);
    const wrong = { opener: { passphrase: 'correct horse batterx' } };
    await expect(open(file, wrong)).rejects.toMatchObject(refusal('vault-locked', 'wrong-passphrase'));
  });

  test('refuses a short new passphrase, and one that is gone by name', async () => {
    const file = newFile();
    const short = { opener: { passphrase: 'eleven char' } };
    await expect(open(file, short)).rejects.toMatchObject(refusal('vault-locked', 'passphrase-short'));
    await expect(open(file, { create: false })).rejects.toMatchObject(
      refusal('vault-unavailable', 'missing'),
    );
  });

  test('takes a passphrase in either spelling of its letters', async () => {
    const file = newFile();
    await open(file, { opener: { passphrase: 'café au lait noir', N: 2 ** 14 } });
    await open(file, { opener: { passphrase: 'cafe\u0301 au lait noir' }, create: false });
  });
});

describe('an encrypted file that was tampered with', () => {
  async function filled(): Promise<{ file: string; text: string }> {
    const file = newFile();
    const vault = await open(file);
    for (const name of ['a', 'b', 'c']) await vault.set(name, `value of ${name}`);
    return { file, text: readFileSync(file, 'utf8') };
  }
  const allOf = async (file: string) => {
    const vault = await open(file, { create: false });
    return Promise.all(['a', 'b', 'c'].map((name) => vault.get(name)));
  };

  test('is found out for any byte', async () => {
    const { file, text } = await filled();
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 1, max: 127 }), async (at, flip) => {
        const bytes = Buffer.from(text);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        writeFileSync(file, bytes);
        const values = await allOf(file).catch((error) => {
          expect(['vault-locked', 'vault-unavailable']).toContain(error.failure?.code);
          return undefined;
        });
        // A change of white space between JSON's tokens has no effect.
        const same = () => JSON.stringify(JSON.parse(bytes.toString())) === JSON.stringify(JSON.parse(text));
        if (values !== undefined) expect(same()).toBe(true);
      }),
      { numRuns: rounds(150) },
    );
  });

  test('is found out for bits that Base64 does not use', async () => {
    const { file, text } = await filled();
    const { encrypted } = valueIn(text).checks.key;
    // In the last character before two equals signs, only the upper two of six bits count.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const other = encrypted.replace(
      /(.)==$/,
      (_: string, last: string) => `${alphabet[alphabet.indexOf(last) + 1]}==`,
    );
    expect(Buffer.from(other, 'base64')).toEqual(Buffer.from(encrypted, 'base64'));
    expect(other).not.toBe(encrypted);
    writeFileSync(file, text.replace(encrypted, other));
    await expect(allOf(file)).rejects.toMatchObject(refusal('vault-unavailable', 'unreadable'));
  });

  test('is found out for swapped, renamed, removed and exchanged entries', async () => {
    const { file, text } = await filled();
    const foreign = await filled();
    const changes: ((contents: ReturnType<typeof read>) => void)[] = [
      ({ entries }) => {
        [entries.a, entries.b] = [entries.b, entries.a];
      },
      ({ entries }) => {
        entries.d = entries.a;
        delete entries.a;
      },
      ({ entries }) => {
        delete entries.a;
      },
      (contents) => {
        contents.entries = valueIn(foreign.text).entries;
      },
    ];
    for (const change of changes) {
      const contents = JSON.parse(text);
      change(contents.value);
      writeFileSync(file, JSON.stringify(contents));
      await expect(allOf(file)).rejects.toMatchObject(refusal('vault-unavailable', 'unreadable'));
    }
  });

  test('is refused when it asks for more memory than any machine has', async () => {
    const { file, text } = await filled();
    const contents = JSON.parse(text);
    contents.value.kdf.N = 2 ** 40;
    writeFileSync(file, JSON.stringify(contents));
    await expect(open(file)).rejects.toMatchObject(refusal('vault-unavailable', 'unreadable'));
  });

  test('of a newer version is not called damaged, and stays as it is', async () => {
    const { file, text } = await filled();
    const newer = JSON.stringify({ ...JSON.parse(text), version: 99 });
    writeFileSync(file, newer);
    await expect(open(file)).rejects.toMatchObject(refusal('vault-unavailable', 'newer'));
    expect(readFileSync(file, 'utf8')).toBe(newer);
  });

  test('is not taken for a new one when it is broken off', async () => {
    const { file, text } = await filled();
    for (const rest of ['', text.slice(0, 20), '[]', 'null']) {
      writeFileSync(file, rest);
      await expect(open(file)).rejects.toMatchObject(refusal('vault-unavailable', 'unreadable'));
      expect(readFileSync(file, 'utf8')).toBe(rest);
    }
  });
});

describe('changing the passphrase', () => {
  test('locks another process, which is then opened with the new one', async () => {
    const file = newFile();
    const vault = await open(file);
    await vault.set('a', '1');
    const other = createLockableVault(async (passphrase) => ({
      kind: 'passphrase',
      store: await open(file, passphrase === undefined ? {} : { opener: { passphrase } }),
    }));
    await other.open();
    expect(await other.store.get('a')).toBe('1');
    await vault.changePassphrase('a new passphrase');
    await expect(other.store.get('a')).rejects.toMatchObject(refusal('vault-locked', 'passphrase-needed'));
    expect(other.isOpen).toBe(false);
    await other.open('a new passphrase');
    expect(await other.store.get('a')).toBe('1');
  });

  test('encrypts everything anew, for the other openings too', async () => {
    const file = newFile();
    const vault = await open(file);
    await vault.set('a', '1');
    const other = await open(file);
    const before = read(file);
    await vault.changePassphrase('a new passphrase');
    expect(read(file).kdf.salt).not.toBe(before.kdf.salt);
    expect(read(file).entries.a.encrypted).not.toBe(before.entries.a.encrypted);
    expect(await vault.get('a')).toBe('1');
    await vault.set('b', '2');
    await expect(other.get('a')).rejects.toMatchObject(refusal('vault-locked', 'wrong-passphrase'));
    await expect(open(file)).rejects.toMatchObject(refusal('vault-locked', 'wrong-passphrase'));
    const again = await open(file, { opener: { passphrase: 'a new passphrase' } });
    expect([await again.get('a'), await again.get('b')]).toEqual(['1', '2']);
  });

  test('leaves all as it is when the new one is too short', async () => {
    const file = newFile();
    const vault = await open(file);
    await vault.set('a', '1');
    await expect(vault.changePassphrase('short')).rejects.toMatchObject(
      refusal('vault-locked', 'passphrase-short'),
    );
    expect(await (await open(file)).get('a')).toBe('1');
  });
});

describe('a file encrypted by the operating system', () => {
  /** Creates a cipher like safeStorage, which works for anyone with the user's key. */
  const cipherOf = (user: string): Cipher => {
    const key = Buffer.alloc(32, user);
    return {
      encrypt: (bytes) => Buffer.from(JSON.stringify(encrypt(key, '', bytes.toString('base64')))),
      decrypt: (bytes) => {
        const text = decrypt(key, '', JSON.parse(bytes.toString()));
        if (text === undefined) throw new Error('decryption failed');
        return Buffer.from(text, 'base64');
      },
    };
  };

  test('opens for the same user alone, and holds neither key nor secret', async () => {
    const file = newFile();
    const vault = await open(file, { opener: { cipher: cipherOf('sami') } });
    await vault.set('a', 'very-secret-value');
    expect(readFileSync(file, 'utf8')).not.toContain('very-secret-value');
    expect(await (await open(file, { opener: { cipher: cipherOf('sami') } })).get('a')).toBe(
      'very-secret-value',
    );
    await expect(open(file, { opener: { cipher: cipherOf('huda') } })).rejects.toMatchObject(
      refusal('vault-unavailable', 'cipher-absent'),
    );
    await expect(open(file)).rejects.toMatchObject(refusal('vault-unavailable', 'cipher-absent'));
  });
});
