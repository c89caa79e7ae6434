import { once } from 'node:events';
import path from 'node:path';
import fc from 'fast-check';
import { findCredentials } from 'keytar/keytar.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openKeychain } from '../../../main/base/vault/keychain.ts';
import { newFolder, start } from '../../support/khatm.ts';
import { hasSecretService, openSecretService, type SecretService } from './secret-service.ts';

/*
 * Tests a real secret service, which is gnome-keyring on a separate bus. The tests are skipped when its programs are
 * missing.
 */

const locked = { failure: { code: 'vault-locked', detail: { why: 'keychain-locked' } } };
const absent = { failure: { code: 'vault-unavailable', detail: { why: 'keychain-absent' } } };

describe.skipIf(!hasSecretService)('the keychain', () => {
  let service: SecretService;
  beforeAll(async () => {
    service = await openSecretService();
    for (const [name, value] of Object.entries(service.env)) vi.stubEnv(name, value);
  });
  afterAll(() => {
    service.close();
    vi.unstubAllEnvs();
  });
  beforeEach(() => service.start());
  afterEach(() => service.stop('SIGKILL'));

  /** Simulates a new sign-in, which unlocks the keyring. */
  async function signInAgain(): Promise<void> {
    await service.stop('SIGKILL');
    await service.start();
  }

  test('keeps secrets, apart for each data folder', async () => {
    const one = openKeychain({ folderId: 'one' });
    const two = openKeychain({ folderId: 'two' });
    expect(await one.state()).toBe('usable');
    await one.set('simulation/key/1', 'kkk');
    await one.set('simulation/pair', 'زوج');
    await two.set('simulation/key/1', 'another');
    expect(await one.get('simulation/key/1')).toBe('kkk');
    expect(await one.get('simulation/pair')).toBe('زوج');
    expect(await one.get('production/key/1')).toBeUndefined();
    expect([await one.has('simulation/k'), await one.has('production/')]).toEqual([true, false]);
    expect(await one.names('simulation/')).toEqual(['simulation/key/1', 'simulation/pair']);
    await one.delete('simulation/key/1');
    await one.delete('simulation/key/1');
    expect(await one.get('simulation/key/1')).toBeUndefined();
    expect(await two.get('simulation/key/1')).toBe('another');
    // Probing left no entry behind.
    const accounts = (await findCredentials('Khatm')).map(({ account }) => account);
    expect(accounts.toSorted()).toEqual(['one/simulation/pair', 'two/simulation/key/1']);
  });

  test('keeps any value, also one that no single entry of Windows would take, in entries that each would', async () => {
    const keychain = openKeychain({ folderId: 'long' });
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', minLength: 500, maxLength: 2_500, size: 'max' }),
    );
    await fc.assert(
      fc.asyncProperty(value, async (value) => {
        await keychain.set('simulation/production/1', value);
        expect(await keychain.get('simulation/production/1')).toBe(value);
      }),
      { numRuns: 25 },
    );
    await keychain.set('simulation/production/1', '🧾'.repeat(2_000));
    expect(await keychain.names('')).toEqual(['simulation/production/1']);
    const entries = (await findCredentials('Khatm')).filter(({ account }) => account.startsWith('long'));
    expect(entries.length).toBe(4);
    for (const { password } of entries) expect(password.length * 2).toBeLessThanOrEqual(2_560);
    await keychain.delete('simulation/production/1');
    expect((await findCredentials('Khatm')).filter(({ account }) => account.startsWith('long'))).toEqual([]);
  });

  test('says that it is locked, and serves again when it is unlocked', async () => {
    const keychain = openKeychain({ folderId: 'locked' });
    await keychain.set('a', '1');
    service.lock();
    expect(await keychain.state()).toBe('locked');
    await expect(keychain.get('a')).rejects.toMatchObject(locked);
    await expect(keychain.has('a')).rejects.toMatchObject(locked);
    await expect(keychain.set('a', '2')).rejects.toMatchObject(locked);
    await expect(keychain.delete('a')).rejects.toMatchObject(locked);
    await signInAgain();
    expect(await keychain.state()).toBe('usable');
    expect(await keychain.get('a')).toBe('1');
  });

  test('says that it is gone, and serves again when it is back', async () => {
    const keychain = openKeychain({ folderId: 'gone' });
    await keychain.set('a', '1');
    await service.stop('SIGKILL');
    expect(await keychain.state()).toBe('absent');
    await expect(keychain.get('a')).rejects.toMatchObject(absent);
    await expect(keychain.has('a')).rejects.toMatchObject(absent);
    await expect(keychain.set('a', '2')).rejects.toMatchObject(absent);
    await service.start();
    expect(await keychain.state()).toBe('usable');
    expect(await keychain.get('a')).toBe('1');
  });

  test('waits for a daemon that hangs only so long, and is not told a wrong thing afterwards', async () => {
    const keychain = openKeychain({ folderId: 'hangs', timeoutMs: 3_000 });
    await keychain.set('a', '1');
    await keychain.set('b', '2');
    await service.stop('SIGSTOP');
    await expect(keychain.get('a')).rejects.toMatchObject(locked);
    await service.stop('SIGCONT');
    expect(await keychain.get('b')).toBe('2');
    expect(await keychain.get('a')).toBe('1');
  });

  test('never takes the kernel’s keyring, which forgets at the next start, for a keychain', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${newFolder('no-bus')}/bus`);
    try {
      const keychain = openKeychain({ folderId: 'no-bus' });
      expect(await keychain.state()).toBe('absent');
      await expect(keychain.get('a')).rejects.toMatchObject(absent);
      await expect(keychain.set('a', '1')).rejects.toMatchObject(absent);
    } finally {
      vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', service.env.DBUS_SESSION_BUS_ADDRESS);
    }
  });

  test('a process whose keychain asks a question that nobody answers goes on working, and ends when it wants to', async () => {
    await openKeychain({ folderId: 'asks' }).set('a', '1');
    service.showQuestions();
    service.lock();
    const child = start(path.join('test', 'base', 'vault', 'ask-keychain.ts'), 'asks', 'a');
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    const [code] = await once(child, 'close');
    expect(Buffer.concat(output).toString()).toBe('vault-locked keychain-locked, lively\n');
    expect(code).toBe(7);
  });
});
