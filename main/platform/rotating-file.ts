import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { moveFileSync } from './move-file.ts';
import { privateFile } from './private-files.ts';

export interface RotationLimits {
  /** A file that has so many bytes takes no further line. */
  readonly bytes: number;
  /** The number of files kept, including the one being written. */
  readonly files: number;
}

/** Appends lines to a file; a full one is set aside under the time at which it was, and the oldest of those removed. */
export interface RotatingFile {
  /** The line is with the system when this returns. @throws Error of the file system; the line is lost then */
  append(line: string): void;
}

/**
 * Nothing is held open and nothing is remembered from one line to the next, so that two processes may write to one
 * file, and whichever comes first sets it aside.
 */
export function rotatingFile(file: string, limits: RotationLimits): RotatingFile {
  return {
    append(line) {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= limits.bytes)
        setAside(file, limits.files);
      appendFileSync(file, line, { mode: privateFile });
    },
  };
}

/** Milliseconds for moving a file that another program reads; a line of a log may not delay a sale for longer. */
const timeoutMs = 20;

/** Files set aside by this process. */
let setAsideSoFar = 0;

/**
 * A file that cannot be moved or removed now, because another process does so or reads it, is tried with the next line.
 */
function setAside(file: string, files: number): void {
  const { dir, name, ext } = path.parse(file);
  // No two have the same name: what was set aside at the same moment, by this process or another, is not written over.
  setAsideSoFar += 1;
  // Files of one moment are numbered as they are set aside: names sort by age.
  const sequence = String(setAsideSoFar).padStart(6, '0');
  const unique = `${new Date().toISOString().replaceAll(':', '-')}.${process.pid}.${sequence}`;
  try {
    moveFileSync(file, path.join(dir, `${name}.${unique}${ext}`), timeoutMs);
    const kept = readdirSync(dir)
      .filter((each) => each.startsWith(`${name}.`) && each.endsWith(ext) && each !== `${name}${ext}`)
      .toSorted();
    for (const old of kept.slice(0, Math.max(0, kept.length - (files - 1))))
      rmSync(path.join(dir, old), { force: true });
  } catch {
    // The file just grows meanwhile.
  }
}
