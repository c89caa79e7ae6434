import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasSecretService, openSecretService, type SecretService } from '../base/vault/secret-service.ts';
import { newFolder } from '../support/khatm.ts';
import type { vaultProgram } from './vault-program.ts';

/*
 * Tests the vault in a real Electron with a real secret service, and is skipped when the programs for that are missing.
 */

const root = path.resolve(import.meta.dirname, '../..');
/** The program is inside the repository, so that it finds its packages. */
const program = path.join(root, 'out', 'vault-program');
const electronFolder = process.env.ELECTRON_OVERRIDE_DIST_PATH;

/** Bundles the program like the terminal, because Electron's Node may be too old to run the sources. */
async function buildProgram(): Promise<void> {
  mkdirSync(program, { recursive: true });
  writeFileSync(
    path.join(program, 'package.json'),
    JSON.stringify({ name: 'khatm-vault-program', type: 'module', main: 'out/main/vault-program.js' }),
  );
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir: path.join(program, 'out', 'main'),
      rollupOptions: {
        input: {
          'vault-program': 'test/electron/vault-program.ts',
          'keychain-process': 'main/base/vault/keychain-process.ts',
        },
        external: ['electron'],
        output: { format: 'es' },
      },
    },
  });
}

describe.skipIf(!hasSecretService)('the vault in Electron', () => {
  let service: SecretService;
  let app: ElectronApplication | undefined;

  beforeAll(buildProgram);
  beforeEach(async () => {
    service = await openSecretService();
    await service.start();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    service.close();
  });
  afterAll(() => app?.close());

  async function start(passwordStore: 'gnome-libsecret' | 'basic'): Promise<ElectronApplication> {
    app = await _electron.launch({
      ...(electronFolder !== undefined && { executablePath: path.join(electronFolder, 'electron') }),
      args: [program, '--no-sandbox', `--password-store=${passwordStore}`],
      cwd: root,
      env: { ...process.env, ...service.env } as Record<string, string>,
    });
    return app;
  }

  /** Calls the program in Electron's main process. */
  async function call<N extends keyof typeof vaultProgram>(
    name: N,
    ...args: Parameters<(typeof vaultProgram)[N]>
  ): Promise<unknown> {
    return app?.evaluate(
      (_, { name, args }) => {
        const { vaultProgram } = globalThis as unknown as {
          vaultProgram: Record<string, (...args: unknown[]) => unknown>;
        };
        return vaultProgram[name]?.(...args);
      },
      { name, args: args as unknown[] },
    );
  }

  const locked = { code: 'vault-locked', detail: { why: 'keychain-locked' } };
  const absent = { code: 'vault-unavailable', detail: { why: 'keychain-absent' } };

  test('keeps secrets in the keychain, and names it when that is locked or gone', async () => {
    await start('gnome-libsecret');
    const pair = JSON.stringify({ csid: 'C'.repeat(2_000), secret: 'سر' });
    expect(await call('keychain', 'one', 'state')).toBe('usable');
    await call('keychain', 'one', 'set', 'production/pair', pair);
    expect(await call('keychain', 'one', 'get', 'production/pair')).toBe(pair);
    expect(await call('keychain', 'one', 'has', 'production/')).toBe(true);
    expect(await call('keychain', 'two', 'has', 'production/')).toBe(false);
    service.lock();
    expect(await call('keychain', 'one', 'get', 'production/pair')).toEqual(locked);
    service.showQuestions(); // Nobody answers the question.
    expect(await call('keychain', 'one', 'get', 'production/pair')).toEqual(locked);
    await service.stop('SIGKILL');
    expect(await call('keychain', 'one', 'state')).toBe('absent');
    expect(await call('keychain', 'one', 'get', 'production/pair')).toEqual(absent);
    await service.start();
    expect(await call('keychain', 'one', 'get', 'production/pair')).toBe(pair);
    await call('keychain', 'one', 'delete', 'production/pair');
    expect(await call('keychain', 'one', 'names', '')).toEqual([]);
  });

  test('encrypts a file by the operating system’s encryption, which opens it at the next start', async () => {
    const folder = newFolder('safe-storage');
    await start('gnome-libsecret');
    expect(await call('keep', folder, 'very-secret-value')).toEqual({
      kind: 'system',
      value: 'very-secret-value',
    });
    expect(readFileSync(path.join(folder, 'secrets.json'), 'utf8')).not.toContain('very-secret-value');
    await app?.close();
    await start('gnome-libsecret');
    expect(await call('keep', folder)).toEqual({ kind: 'system', value: 'very-secret-value' });
    await app?.close();
    // Electron's fallback for encryption counts as no encryption.
    await start('basic');
    expect(await call('hasCipher')).toBe(false);
    expect(await call('keep', folder)).toEqual({
      code: 'vault-unavailable',
      detail: { why: 'cipher-absent' },
    });
  });
});
