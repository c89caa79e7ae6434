import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cipher } from '../../../main/base/vault/encryption-key.ts';
import { bestVault, type OpenVaultOptions, openVault } from '../../../main/base/vault/open-vault.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { failureSchema } from '../../../shared/failure.ts';
import { vaultKind } from '../../../shared/stored/vault/entries.ts';
import { type VaultWhy, vaultWhys } from '../../../shared/vault.ts';
import { describeFailure, languages } from '../../../shared/words/index.ts';
import { newFolder } from '../../support/khatm.ts';
import { passphrase } from './passphrase.ts';
import { hasSecretService, openSecretService, type SecretService } from './secret-service.ts';

const refusal = (why: VaultWhy) => ({ failure: { code: vaultWhys[why], detail: { why } } });

/** Swaps the halves of every byte, which is enough here to replace an operating system's encryption. */
const swap = (bytes: Buffer) => Buffer.from(bytes.map((byte) => (byte << 4) | (byte >> 4)));
const osCipher: Cipher = { encrypt: swap, decrypt: swap };

let folder: string;
const options = (more: Partial<OpenVaultOptions> = {}): OpenVaultOptions => ({
  folder,
  folderId: path.basename(folder),
  lock: takeLock,
  ...more,
});
beforeEach(() => {
  folder = newFolder('vault');
});

describe('a vault where there is no keychain', () => {
  beforeAll(() => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${newFolder('no-bus')}/bus`);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });
  // Windows and macOS always have a keychain.
  const onLinux = test.skipIf(process.platform !== 'linux');

  onLinux('is encrypted by the operating system where it does that, else by a passphrase', async () => {
    expect(await bestVault(options({ osCipher, passphrase }))).toBe('system');
    expect(await bestVault(options({ passphrase }))).toBe('passphrase');
    await expect(bestVault(options())).rejects.toMatchObject(refusal('passphrase-needed'));
    await expect(openVault(options())).rejects.toMatchObject(refusal('passphrase-needed'));
    // The vault's kind is still undecided, and no file was written in plain text.
    expect(readdirSync(folder)).toEqual([]);
  });

  onLinux('stays what it was chosen to be', async () => {
    const first = await openVault(options({ passphrase }));
    expect(first.kind).toBe('passphrase');
    await first.store.set('production/key/1', 'kkk');
    const later = await openVault(options({ passphrase, osCipher, kind: 'system' }));
    expect(later.kind).toBe('passphrase');
    expect(await later.store.get('production/key/1')).toBe('kkk');
    await expect(openVault(options({ osCipher }))).rejects.toMatchObject(refusal('passphrase-needed'));
    await expect(openVault(options({ passphrase: 'another passphrase' }))).rejects.toMatchObject(
      refusal('wrong-passphrase'),
    );
    const record = readFileSync(path.join(folder, 'vault.json'), 'utf8');
    expect(record).toBe(vaultKind.write({ kind: 'passphrase' }));
  });

  onLinux('takes another passphrase from who knows the current one', async () => {
    const { store, changePassphrase } = await openVault(options({ passphrase }));
    await store.set('production/key/1', 'kkk');
    const next = 'another passphrase';
    await expect(changePassphrase?.('not the current one', next)).rejects.toMatchObject(
      refusal('wrong-passphrase'),
    );
    await expect(changePassphrase?.(passphrase, 'short')).rejects.toMatchObject(refusal('passphrase-short'));
    await changePassphrase?.(passphrase, next);
    expect(await store.get('production/key/1')).toBe('kkk');
    const later = await openVault(options({ passphrase: next }));
    expect(await later.store.get('production/key/1')).toBe('kkk');
    expect((await openVault(options({ osCipher, passphrase: next }))).kind).toBe('passphrase');
  });

  test('whose encryption or file is gone is never a new one', async () => {
    const { store } = await openVault(options({ kind: 'system', osCipher }));
    await store.set('production/key/1', 'kkk');
    await expect(openVault(options({ passphrase }))).rejects.toMatchObject(refusal('cipher-absent'));
    renameSync(path.join(folder, 'secrets.json'), path.join(folder, 'moved'));
    await expect(openVault(options({ osCipher }))).rejects.toMatchObject(refusal('missing'));
    expect(existsSync(path.join(folder, 'secrets.json'))).toBe(false);
    renameSync(path.join(folder, 'moved'), path.join(folder, 'secrets.json'));
    writeFileSync(path.join(folder, 'vault.json'), '{"khatm":');
    await expect(openVault(options({ osCipher }))).rejects.toMatchObject(refusal('unreadable'));
    // The encrypted files themselves show their kind when the record is lost.
    rmSync(path.join(folder, 'vault.json'));
    const again = await openVault(options({ osCipher, passphrase }));
    expect([again.kind, await again.store.get('production/key/1')]).toEqual(['system', 'kkk']);
  });

  test('that two openings make at once is one', async () => {
    const both = await Promise.all([1, 2].map(() => openVault(options({ kind: 'passphrase', passphrase }))));
    await Promise.all(both.map(({ store }, index) => store.set(`production/key/${index}`, 'kkk')));
    for (const { store } of both)
      expect(await store.names('')).toEqual(['production/key/0', 'production/key/1']);
  });
});

describe.skipIf(!hasSecretService)('a vault in the keychain', () => {
  let service: SecretService;
  beforeAll(async () => {
    service = await openSecretService();
    for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value);
  });
  afterAll(() => {
    service.close();
    vi.unstubAllEnvs();
  });
  beforeEach(async () => {
    await service.stop('SIGKILL').catch(() => undefined);
    await service.start();
  });

  test('is the first choice, and leaves nothing but its kind in the folder', async () => {
    const { kind, store } = await openVault(options({ osCipher, passphrase }));
    expect(kind).toBe('keychain');
    await store.set('production/key/1', 'kkk');
    expect(readdirSync(folder).filter((name) => !name.endsWith('.lock'))).toEqual(['vault.json']);
    const again = await openVault(options({ passphrase }));
    expect([again.kind, await again.store.get('production/key/1')]).toEqual(['keychain', 'kkk']);
  });

  test('that is locked or gone later says so, and is itself again when the keychain is', async () => {
    const { store } = await openVault(options());
    await store.set('production/key/1', 'kkk');
    service.lock();
    await expect(openVault(options({ osCipher, passphrase }))).rejects.toMatchObject(
      refusal('keychain-locked'),
    );
    await service.stop('SIGKILL');
    await expect(openVault(options({ osCipher, passphrase }))).rejects.toMatchObject(
      refusal('keychain-absent'),
    );
    await service.start();
    expect(await (await openVault(options())).store.get('production/key/1')).toBe('kkk');
  });

  test('is not taken for empty in a keychain that never knew this folder', async () => {
    await openVault(options());
    const stranger = options({ folderId: 'another-user', passphrase });
    await expect(openVault(stranger)).rejects.toMatchObject(refusal('missing'));
  });

  test('is not passed over because it is locked, unless a passphrase was chosen', async () => {
    service.lock();
    await expect(openVault(options({ osCipher }))).rejects.toMatchObject(refusal('keychain-locked'));
    expect((await openVault(options({ osCipher, passphrase }))).kind).toBe('passphrase');
  });
});

describe('the words of the vault', () => {
  test.each(languages)('say for each reason what to do (%s)', (language) => {
    const sentences = Object.entries(vaultWhys).map(([why, code]) =>
      describeFailure(failureSchema.parse({ code, detail: { why } }), language),
    );
    expect(new Set(sentences).size).toBe(Object.keys(vaultWhys).length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/[{}]|vault-|undefined/);
  });
});
