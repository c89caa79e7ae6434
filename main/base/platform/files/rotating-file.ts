import { appendFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { moveFileSync } from './move-file.ts';
import { privateFile } from './private-files.ts';

export interface RotationLimits {
  readonly bytes: number;
  readonly files: number;
}

/**
 * A file to which lines are appended; a full one is renamed after the present time, and the oldest of the renamed ones
 * is removed. Nothing is kept open or remembered between two lines, so that two processes may write to one file; the
 * first that finds it full renames it.
 */
export function rotatingFile(file: string, limits: RotationLimits) {
  return {
    /** Appends a line, which the system has when this returns. @throws Error when the line is lost */
    append(line: string) {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= limits.bytes)
        setAside(file, limits.files);
      appendFileSync(file, line, { mode: privateFile });
    },
  };
}

/** The milliseconds for moving a file that another program reads: a log may not delay a sale for longer. */
const timeoutMs = 20;

let setAsideSoFar = 0;

/** If another process is moving, removing or reading a file now, the next line tries again. */
function setAside(file: string, files: number): void {
  const { dir, name, ext } = path.parse(file);
  // No two files have the same name, so that a file set aside at the same moment, by this process or another, is not
  // overwritten.
  setAsideSoFar += 1;
  // Files of the same moment are numbered, so that names sort by age.
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
    // Until then the file keeps growing.
  }
}
