import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/* Tests that nothing foreign runs at an installation or in a workflow without a checksum and a name in this project. */

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const manifest: Manifest = JSON.parse(read('package.json'));
const { packages }: Lock = JSON.parse(read('package-lock.json'));

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}
interface Lock {
  readonly packages: Readonly<
    Record<string, { version?: string; integrity?: string; hasInstallScript?: boolean; inBundle?: boolean }>
  >;
}

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package of the lock file has a checksum', () => {
  const without = Object.entries(packages).filter(
    ([place, { integrity, inBundle }]) => place !== '' && integrity === undefined && !inBundle,
  );
  expect(without.map(([place]) => place)).toEqual([]);
});

test('package.json says of each package with an install script whether it may run, and of no other', () => {
  const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(scripts.map(([place]) => nameOf(place)));
  expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...names].toSorted());
  expect(read('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
  expect(read('.npmrc')).toMatch(/^min-release-age=\d+$/m);
});

test('the Node that runs everything is in the lock file for each system, and needs no script', () => {
  const nodes = Object.keys(manifest.optionalDependencies);
  for (const system of ['-linux-x64', '-linux-arm64', '-win-x64', '-darwin-x64', '-darwin-arm64'])
    expect(nodes.filter((name) => name.endsWith(system))).toHaveLength(1);
  for (const name of nodes) {
    const locked = packages[`node_modules/${name}`];
    expect(locked).toMatchObject({
      version: manifest.optionalDependencies[name],
      integrity: expect.stringMatching(/^sha512-/),
    });
    expect(locked?.hasInstallScript).toBeUndefined();
  }
});

test('a workflow names each action by a commit, and the release that this is', () => {
  const folder = '.github/workflows';
  const uses = readdirSync(path.join(root, folder)).flatMap((name) =>
    [...read(path.join(folder, name)).matchAll(/uses:\s*(.*)$/gm)].map(([, action = '']) => action),
  );
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('a workflow hands no secret to a job that installs packages', () => {
  const jobs = read('.github/workflows/packages.yml').split(/^ {2}(?=[\w-]+:$)/m);
  const withSecrets = jobs.filter((job) => job.includes('secrets.'));
  expect(withSecrets.length).toBeGreaterThan(0);
  for (const job of withSecrets) {
    expect(job).not.toMatch(/\bnpm\b|\bnpx\b|node_modules/);
    expect(job).toMatch(/^ {4}environment: release$/m);
  }
});
