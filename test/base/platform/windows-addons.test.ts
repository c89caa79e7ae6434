import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/*
 * Tests the libraries that the addons of a package for Windows require. `.scripts/package/check.mjs` uses the same
 * reader to fail a build. Both npm packages contain the addons of every system.
 */

const root = path.resolve(import.meta.dirname, '../../..');
function importsOf(...files: string[]): { asksFor: string[]; missing: string[] }[] {
  const script = path.join(root, '.scripts/package/windows-imports.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...files], { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split(/\r?\n/)
    .map((line) => JSON.parse(line));
}

test('the addons on Windows need nothing but Windows', () => {
  const files = ['x64', 'arm64'].flatMap((arch) => [
    `node_modules/better-sqlite3/prebuilds/win32-${arch}.node`,
    `node_modules/@github/keytar/prebuilds/win32-${arch}/keytar.node`,
  ]);
  const [sqlite, keychain, ...arm] = importsOf(...files);
  expect(sqlite).toEqual({ asksFor: ['kernel32.dll', 'node.exe'], missing: [] });
  expect(keychain).toEqual({ asksFor: ['kernel32.dll', 'advapi32.dll', 'node.exe'], missing: [] });
  expect(arm.map(({ missing }) => missing)).toEqual([[], []]);
});

// This tests the keyring's addon, which is the keychain's library on other systems. Windows does not use it, for this
// reason.
test.skipIf(process.platform !== 'win32')(
  'an addon that needs the runtime of Visual C++ is recognised',
  () => {
    const [file = ''] = globSync('node_modules/@napi-rs/keyring-win32-*/*.node', { cwd: root });
    expect(importsOf(file)[0]?.missing).toEqual(['vcruntime140.dll']);
  },
);
