import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type UpdateState, updateStateForm } from '../../../shared/stored/program/updates.ts';
import { moveFileSync } from '../../base/platform/files/move-file.ts';
import { privateFile, privateFolder } from '../../base/platform/files/private-files.ts';

/** Returns the folder in which the updates of a data folder are kept. */
export const updatesFolder = (dataFolder: string) => path.join(dataFolder, 'updates');

const stateFile = (folder: string) => path.join(folder, 'state.json');

/** Reads the state; one that is missing or cannot be read is an empty one, since every step checks again. */
export function readState(folder: string): UpdateState {
  try {
    const read = updateStateForm.read(readFileSync(stateFile(folder), 'utf8'));
    return read.ok ? read.value : {};
  } catch {
    return {};
  }
}

/** Writes the state durably, all of it or nothing. */
export function writeState(folder: string, state: UpdateState): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  const part = `${stateFile(folder)}.part`;
  const descriptor = openSync(part, 'w', privateFile);
  try {
    writeSync(descriptor, updateStateForm.write(state));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  moveFileSync(part, stateFile(folder));
}

/** Writes a part of the state and leaves the rest unchanged. */
export function changeState(folder: string, change: Partial<UpdateState>): UpdateState {
  const next = { ...readState(folder), ...change };
  writeState(folder, next);
  return next;
}
