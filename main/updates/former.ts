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
 * @param forms reads the forms of the databases as they are now
 */
export function formerToOffer(
  { installing, former }: UpdateState,
  version: string,
  forms: () => Forms,
): UpdateState['former'] {
  if (installing?.version !== version || installing.starts <= startsAllowed) return undefined;
  if (former === undefined || former.version !== installing.from) return undefined;
  const present = forms();
  return databaseNames.every((name) => present[name] <= former.forms[name]) ? former : undefined;
}
