import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system that is small enough to be filled. It is a tmpfs, which needs Linux and the right to mount. */
export interface SmallDisk {
  /** Fills the file system until this many bytes are free. */
  fill(free: number): void;
  /** Frees the space again. */
  empty(): void;
  /** Unmounts the file system; with `keep` a copy of its content remains. */
  unmount(keep: boolean): void;
}

const sizeMiB = 96;

/** Returns true when this machine and this user can mount one. */
export function canMountSmallDisk(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-mount-'));
  const disk = mountSmallDisk(folder);
  disk?.unmount(false);
  rmSync(folder, { recursive: true });
  return disk !== undefined;
}

/** @returns undefined when the machine or the user cannot mount one */
export function mountSmallDisk(folder: string): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const ballast = path.join(folder, 'ballast');
  const empty = () => rmSync(ballast, { force: true });
  return {
    fill(free) {
      const { bavail, bsize } = statfsSync(folder);
      const file = openSync(ballast, 'a');
      const block = Buffer.alloc(64 * 1024);
      try {
        for (let left = bavail * bsize - free; left > 0; left -= block.length)
          writeSync(file, block.subarray(0, Math.min(left, block.length)));
      } catch (error) {
        // Another process has used the remaining space meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty,
    unmount(keep) {
      empty();
      const copy = `${folder}.copy`;
      if (keep) cpSync(folder, copy, { recursive: true });
      // The lazy option is needed because an interrupted round may still read a file there.
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      if (keep) renameSync(copy, folder);
    },
  };
}
