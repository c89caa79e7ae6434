import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dllImports } from '../support/dll-imports.ts';

/*
 * The native addons need more on Windows than Windows itself; DEPENDENCIES.md says what the installer does for it.
 * The prebuilt addon of SQLite is installed on every system, that of the keychain on Windows alone.
 */

const modules = path.resolve(import.meta.dirname, '../../node_modules');
/** Part of Windows 10 and later: the system's own libraries and the universal C runtime. */
const ofWindows = /^(api-ms-win-|(kernel32|advapi32|ntdll|oleaut32|bcryptprimitives)\.dll$)/;
const needsOf = (file: string) => [...new Set(dllImports(file))].filter((name) => !ofWindows.test(name));

test('SQLite needs nothing but Windows', () => {
  const file = path.join(modules, 'better-sqlite3', 'prebuilds', 'win32-x64.node');
  expect(dllImports(file)).toContain('kernel32.dll');
  expect(needsOf(file)).toEqual([]);
});

test.skipIf(process.platform !== 'win32')('the keychain needs the runtime of Visual C++ as well', () => {
  const [file = ''] = globSync('@napi-rs/keyring-win32-*/*.node', { cwd: modules });
  expect(needsOf(path.join(modules, file))).toEqual(['vcruntime140.dll']);
});
