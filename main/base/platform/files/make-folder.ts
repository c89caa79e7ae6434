import { mkdirSync } from 'node:fs';
import { fail } from '../../../../shared/failure.ts';
import { privateFolder } from './private-files.ts';

/** Makes a folder of this user only, if it is missing. @throws FailureError `folder-unusable`, `disk-full` */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: privateFolder });
  } catch (cause) {
    const system = String((cause as NodeJS.ErrnoException).code);
    fail(system === 'ENOSPC' ? 'disk-full' : 'folder-unusable', { detail: { system } }, cause);
  }
}
