import path from 'node:path';
import { type Failure, FailureError } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';

/*
 * A synchronized folder, or a person, may put another file over the ledger while it is open here. This program still
 * has the right one, under no name any more, so each further commit would be gone when the program ends. The ledger
 * refuses to commit, nothing is issued, and the right file gets a name again.
 */

/** The number of milliseconds between two checks, so that a screen shows it before the next sale. */
const pollIntervalMs = 1_000;

/** The name of the copy, in the environment's folder, from which a manager restores. */
export const keptLedger = 'ledger-kept.khatm';

export function createReplacedFile(options: {
  readonly ledger: Pick<Ledger, 'refuseReplaced' | 'saveAs'>;
  readonly folder: string;
  readonly clock: Pick<Clock, 'after'>;
  /** Called once, when another file is found in its place. */
  readonly onFound: () => void;
  readonly onError: (error: unknown) => void;
}) {
  const { ledger, folder, clock, onFound, onError } = options;
  let found: Failure | undefined;
  let cancel = () => {};

  /** The finding is final: this program has the former file open until it ends. */
  function failure(): Failure | undefined {
    if (found !== undefined) return found;
    try {
      ledger.refuseReplaced();
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      found = { ...error.failure, detail: { ...error.failure.detail, file: keptLedger } };
      keep();
      onFound();
    }
    return found;
  }

  function keep(): void {
    try {
      ledger.saveAs(path.join(folder, keptLedger));
    } catch (error) {
      onError(error);
    }
  }

  function look(): void {
    cancel = clock.after(pollIntervalMs, look);
    try {
      failure();
    } catch (error) {
      onError(error);
    }
  }

  return { failure, start: look, stop: () => cancel() };
}

export type ReplacedFile = ReturnType<typeof createReplacedFile>;
