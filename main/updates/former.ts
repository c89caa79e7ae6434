import path from 'node:path';
import { databaseNames, type Forms } from './manifest.ts';
import { changeState, readState, type UpdateState } from './state.ts';

/** Starts of a new version that may fail before the former one is offered. */
const startsAllowed = 2;

/**
 * Notes that the program starts, before anything else is opened: a start that fails leaves no other trace.
 * @param folder where updates are kept
 */
export function noteStart(folder: string, version: string): UpdateState {
  const state = readState(folder);
  const { installing } = state;
  if (installing?.version !== version) return state;
  return changeState(folder, { installing: { ...installing, starts: installing.starts + 1 } });
}

/**
 * Returns the version to offer because the new one does not come up; undefined while it may still do so, and once a
 * database has a form that the former version does not read.
 * @param folder where updates are kept
 * @param forms reads the forms of the databases as they are now
 * @returns it with the path of its package
 */
export function formerToOffer(
  folder: string,
  { installing, former }: UpdateState,
  version: string,
  forms: () => Forms,
): UpdateState['former'] {
  if (installing?.version !== version || installing.starts <= startsAllowed) return undefined;
  if (former === undefined || former.version !== installing.from) return undefined;
  const present = forms();
  if (databaseNames.some((name) => present[name] > former.forms[name])) return undefined;
  return { ...former, file: keptFile(folder, former.file) };
}

/**
 * Returns the path of a kept package from what the state says. The data folder may have moved since, and earlier versions
 * wrote the whole path: two names count, the folder's and the file's.
 */
function keptFile(folder: string, file: string): string {
  return path.join(folder, ...file.split(/[\\/]/).slice(-2));
}
