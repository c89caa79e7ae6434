import { found, type StepResult } from '../../../shared/diagnosis.ts';
import { readState, updatesFolder } from '../updates/state.ts';

/** Reports the progress of an update of the program, from the note that both versions write. */
export function probeUpdate(dataFolder: string): StepResult {
  const { offer, installing, last } = readState(updatesFolder(dataFolder));
  if (last?.why !== undefined) return found('update-failed', { version: last.version, why: last.why });
  if (installing !== undefined) {
    const { version, from, starts } = installing;
    return found('update-begun', { version, from, starts });
  }
  return offer === undefined ? found('update-none') : found('update-offered', { version: offer.version });
}
