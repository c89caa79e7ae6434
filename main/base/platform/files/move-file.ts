import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * Windows can neither rename nor replace a file that is being read, as a virus scanner or a backup program does for
 * some milliseconds after it was written. On other systems waiting does not help against the same errors.
 */
const passing = process.platform === 'win32' ? ['EPERM', 'EACCES', 'EBUSY'] : [];

/** The number of milliseconds before each further attempt, about two seconds in total. */
const pauses = [5, 10, 20, 40, 80, 160, 320, 640, 640];

/** Renames a file, in place of another one of that name. */
export async function moveFile(from: string, to: string): Promise<void> {
  for (const before of pauses) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(before);
    }
  }
  await rename(from, to);
}

/** Renames a file as `moveFile` does, but blocks the thread. @param timeoutMs milliseconds that it may take */
export function moveFileSync(from: string, to: string, timeoutMs = 2_000): void {
  let left = timeoutMs;
  for (const before of pauses) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!isPassing(error) || before > left) throw error;
      left -= before;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, before);
    }
  }
  renameSync(from, to);
}

const isPassing = (error: unknown) => passing.includes((error as NodeJS.ErrnoException).code ?? '');
