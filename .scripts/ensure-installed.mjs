// Runs before `npm start`, `npm test` and the other commands, on whatever Node the machine has:
// installs the packages when they are missing or older than the lock file.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modifiedAt = (file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs;
// npm writes this file at the end of every complete install.
const installedAt = modifiedAt('node_modules/.package-lock.json');

if (installedAt === undefined || installedAt < modifiedAt('package-lock.json')) {
  console.error('khatm: installing packages (npm ci) …');
  // npm names its own entry file to the scripts it runs: no shell, the same on Windows.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status } = spawnSync(command, [...args, 'ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    // Keep stdout clean for commands whose output programs read.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  // npm leaves out a package of Node that is for another system, or that it could not get.
  const hasNode = existsSync(path.join(root, 'node_modules', '.bin', 'node'));
  if (!hasNode && Number.parseInt(process.versions.node, 10) < 24) {
    console.error(
      `khatm: package.json names no Node for ${process.platform} ${process.arch}; install Node 24 or newer, and try again`,
    );
    process.exit(1);
  }
}
