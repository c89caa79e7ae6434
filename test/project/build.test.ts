import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

/* Tests the scripts around the build in a separate project, whose builder and packager each only write a file. */

const root = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function project(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-project-'));
  folders.push(folder);
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  cpSync(path.join(root, '.scripts'), path.join(folder, '.scripts'), { recursive: true });
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  write('package.json', JSON.stringify({ name: 'khatm-project', scripts }));
  for (const name of ['main/a.ts', 'renderer/a.ts', 'shared/a.ts', 'package-lock.json']) write(name, '');
  write('node_modules/.package-lock.json', '');
  const writes = (file: string) =>
    `const fs = require('node:fs'); fs.mkdirSync('${path.dirname(file)}', { recursive: true }); fs.writeFileSync('${file}', '');`;
  write('node_modules/electron-vite/bin/electron-vite.js', writes('out/main/main.js'));
  write('node_modules/.bin/electron-builder', `#!/usr/bin/env node\n${writes('dist/Khatm')}`);
  chmodSync(path.join(folder, 'node_modules/.bin/electron-builder'), 0o755);
  write('out/renderer/assets/secret-of-an-earlier-build.js', '');
  write('out/built', '');
  write('dist/Khatm of an earlier version', '');
  return folder;
}

test('a build holds nothing of the one before', () => {
  const folder = project();
  expect(spawnSync(process.execPath, ['.scripts/build.mjs'], { cwd: folder }).status).toBe(0);
  expect(existsSync(path.join(folder, 'out/renderer'))).toBe(false);
  expect(existsSync(path.join(folder, 'out/main/main.js'))).toBe(true);
});

test.skipIf(process.platform === 'win32')('packages are made of a new build, into an empty folder', () => {
  const folder = project();
  const run = spawnSync('npm', ['run', '--silent', 'dist'], { cwd: folder, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(path.join(folder, 'out/renderer'))).toBe(false);
  expect(existsSync(path.join(folder, 'dist/Khatm of an earlier version'))).toBe(false);
  expect(existsSync(path.join(folder, 'dist/Khatm'))).toBe(true);
});

test('the bundle has every thread that the till starts', () => {
  const config = readFileSync(path.join(root, '.scripts/electron.vite.config.ts'), 'utf8');
  // The head office is not a part of the bundle.
  const threads = globSync('main/**/*-worker.ts', { cwd: root }).filter(
    (file) => !file.startsWith('main/office/'),
  );
  expect(threads).toContain('main/till/issue/check-worker.ts');
  for (const file of threads) expect(config).toContain(`'${path.basename(file, '.ts')}': '${file}'`);
});
