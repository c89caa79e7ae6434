import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';

/* Tests the list of materials next to the packages, and the licences in each package, as the build writes them. */

const root = path.resolve(import.meta.dirname, '../..');
const folder = newFolder('materials');
afterAll(() => rmSync(folder, { recursive: true }));

interface Component {
  readonly name: string;
  readonly version: string;
}

/** Runs the step of the build in a separate process, as the build does. */
function write(code: string): void {
  const module = pathToFileURL(path.join(root, '.scripts/package/shipped.mjs')).href;
  const run = `const { writeMaterials, writeLicences } = await import(${JSON.stringify(module)}); ${code}`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

test('the list of materials is CycloneDX, names what is shipped alone, and is the same each time', () => {
  write("writeMaterials('.')");
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.cdx.json'));
  const file = path.join(folder, name);
  const first = readFileSync(file, 'utf8');
  const { bomFormat, specVersion, components, metadata } = JSON.parse(first);
  expect([name, bomFormat, specVersion]).toEqual([
    `khatm-${metadata.component.version}.cdx.json`,
    'CycloneDX',
    expect.stringMatching(/^1\.\d$/),
  ]);
  const names = (components as Component[]).map((component) => component.name);
  for (const shipped of ['electron', 'better-sqlite3', 'libxml2-wasm', 'react', 'zod'])
    expect(names).toContain(shipped);
  for (const tool of ['vitest', 'electron-builder', '@biomejs/biome', 'typescript', 'playwright-core'])
    expect(names).not.toContain(tool);
  write("writeMaterials('.')");
  expect(readFileSync(file, 'utf8')).toBe(first);
});

test('the licences have a kind for every library of the target, and nothing of another target', () => {
  write("writeLicences({ text: 'l.txt', json: 'l.json' }, { platform: 'linux', arch: 'x64' })");
  const text = readFileSync(path.join(folder, 'l.txt'), 'utf8');
  const libraries = JSON.parse(readFileSync(path.join(folder, 'l.json'), 'utf8')) as (Component & {
    licence: string;
  })[];
  expect(libraries.length).toBeGreaterThan(50);
  for (const { name, version, licence } of libraries) {
    expect([name, licence]).toEqual([name, expect.stringMatching(/\w/)]);
    expect(text).toContain(`\n${name} ${version}: ${licence}\n`);
  }
  // The keychain's addon has a loader. Windows has a different one.
  const addons = libraries.map(({ name }) => name).filter((name) => /keyring-|keytar$/.test(name));
  expect(addons.toSorted()).toEqual(['@napi-rs/keyring-linux-x64-gnu', 'keytar']);
});
