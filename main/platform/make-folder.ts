import { mkdirSync } from 'node:fs';
import { fail } from '../../shared/failure.ts';
import { privateFolder } from './private-files.ts';

/** Makes a folder for this user alone, if it is not there. @throws FailureError `folder-unusable`, `disk-full` */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: privateFolder });
  } catch (cause) {
    const system = String((cause as NodeJS.ErrnoException).code);
    fail(system === 'ENOSPC' ? 'disk-full' : 'folder-unusable', { detail: { system } }, cause);
  }
}
