// Builds Electron's three parts into out/, which holds nothing else afterwards; with --if-changed only when a source is
// newer than the last build.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'out', 'built');
const sources = [
  'main',
  'renderer',
  'shared',
  'package-lock.json',
  'electron.vite.config.ts',
  'vite.screens.ts',
];

const newest = (file) => {
  const entry = statSync(file);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
};
const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const changed = sources.some((name) => newest(path.join(root, name)) > builtAt);

if (changed || !process.argv.includes('--if-changed')) {
  console.log('Khatm: building …');
  const vite = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  // A package takes all of out/: nothing of an earlier build may be left in it.
  rmSync(path.join(root, 'out'), { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, '');
}
