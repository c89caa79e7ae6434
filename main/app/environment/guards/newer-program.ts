import { type Failure, FailureError } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/*
 * A newer version of the program may be started on this folder and migrate the ledger while this program still runs.
 * The newer version may have other rules, so this program issues nothing more until it is restarted.
 */

/** The number of milliseconds between two checks. */
const pollIntervalMs = 30_000;

export function createNewerProgram(options: {
  readonly ledger: Pick<Ledger, 'refuseNewer'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Called once, when the newer version is found. */
  readonly onFound: () => void;
  readonly onError: (error: unknown) => void;
}) {
  const { ledger, clock, onFound, onError } = options;
  let found: Failure | undefined;
  let cancel = () => {};

  /** A schema never becomes older, so the finding is final. */
  function failure(): Failure | undefined {
    if (found !== undefined) return found;
    try {
      ledger.refuseNewer();
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code !== 'ledger-newer') throw error;
      found = error.failure;
      onFound();
    }
    return found;
  }

  function look(): void {
    try {
      if (failure() !== undefined) return;
    } catch (error) {
      onError(error);
    }
    cancel = clock.after(pollIntervalMs, look);
  }

  return {
    failure,
    /** Starts checking, so that the screen shows the newer version before the next sale. */
    start: look,
    stop: () => cancel(),
  };
}

export type NewerProgram = ReturnType<typeof createNewerProgram>;
