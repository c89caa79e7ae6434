import path from 'node:path';
import { type UpdateState, updateStateForm } from '../../../shared/stored/program/updates.ts';
import { makeFolders } from '../../base/platform/files/make-folder.ts';
import { readOwn, writeOwn } from '../../base/platform/files/own-files.ts';

/** Returns the folder in which the updates of a data folder are kept. */
export const updatesFolder = (dataFolder: string) => path.join(dataFolder, 'updates');

const stateFile = (folder: string) => path.join(folder, 'state.json');

/** Reads the state; one that is missing or cannot be read is an empty one, since every step checks again. */
export function readState(folder: string): UpdateState {
  const text = readOwn(stateFile(folder));
  const read = text === undefined ? undefined : updateStateForm.read(text);
  return read?.ok ? read.value : {};
}

/** Writes the state durably, all of it or nothing. */
export function writeState(folder: string, state: UpdateState): void {
  makeFolders(folder);
  writeOwn(stateFile(folder), updateStateForm.write(state));
}

/** Writes a part of the state and leaves the rest unchanged. */
export function changeState(folder: string, change: Partial<UpdateState>): UpdateState {
  const next = { ...readState(folder), ...change };
  writeState(folder, next);
  return next;
}
