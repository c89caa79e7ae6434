// Builds Electron's three parts into out/; with `office`, builds the head office's screens into out/office.
// Each output folder is emptied first. With --if-changed it builds only if a source is newer than the last build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, 'out');
const office = path.join(out, 'office');
const isOffice = process.argv.includes('office');
const stamp = isOffice ? path.join(office, 'built') : path.join(out, 'built');
const configs = [
  '.scripts/vite.screens.ts',
  isOffice ? '.scripts/vite.office.ts' : '.scripts/electron.vite.config.ts',
];
const sources = [...(isOffice ? [] : ['main']), 'renderer', 'shared', 'package-lock.json', ...configs];

const newest = (file) => {
  const entry = statSync(file);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
};
const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const changed = sources.some((name) => newest(path.join(root, name)) > builtAt);

if (changed || !process.argv.includes('--if-changed')) {
  console.log('Khatm: building …');
  const vite = isOffice ? 'vite/bin/vite.js' : 'electron-vite/bin/electron-vite.js';
  // A package includes all of out/ except the head office, so nothing of an earlier build may be left there.
  if (!isOffice && existsSync(out))
    for (const name of readdirSync(out))
      if (name !== path.basename(office)) rmSync(path.join(out, name), { recursive: true, force: true });
  const options = ['--config', configs[1], '--logLevel', 'error'];
  const command = [path.join(root, 'node_modules', vite), 'build', ...options];
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, '');
}
