// Writes the archive of an unpacked package for Linux with the system's own tar, since electron-builder would download
// a program for it: node .scripts/package/tar.mjs dist/linux-unpacked dist/khatm-0.1.0-linux-x64.tar.gz
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One folder, `khatm-<version>-…`, with one time, order and owner: the same files make the same archive. */
export function writeTar(unpacked, file) {
  const plain = file.replace(/\.gz$/, '');
  const name = path.basename(plain, '.tar');
  const run = (command, ...args) => {
    const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`${command} failed (${status ?? error})`);
  };
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go=rX',
    '--mtime=@1577836800',
  ];
  run('tar', ...same, `--transform=s,^\\.,${name},`, '-C', unpacked, '-cf', plain, '.');
  rmSync(file, { force: true });
  run('gzip', '--no-name', plain);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [unpacked, file] = process.argv.slice(2);
  console.log(writeTar(unpacked, file));
}
