import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { systemClock } from '../../base/platform/clock.ts';
import { openLedger } from '../../books/ledger/ledger.ts';
import { openGuardedCatalogue } from '../catalogue/open-catalogue.ts';
import { type MadeMonth, type MakeMonthOptions, type MonthProgress, makeMonth } from './make-month.ts';

/*
 * The thread that makes the file of a month, over connections of its own: a long month takes minutes, during which the
 * till must stay responsive.
 */

export interface MonthTask
  extends Pick<MakeMonthOptions, 'company' | 'shop' | 'month' | 'folder' | 'language' | 'now'> {
  readonly environment: Environment;
  readonly environmentFolder: string;
  /** A number that becomes other than zero when the work is to stop. */
  readonly stop: SharedArrayBuffer;
}

export type MonthMessage =
  | ({ readonly step: 'progress' } & MonthProgress)
  | { readonly step: 'made'; readonly made: MadeMonth }
  | { readonly step: 'stopped' }
  | { readonly step: 'failed'; readonly failure: Failure };

class Stopped extends Error {}

const say = (message: MonthMessage) => parentPort?.postMessage(message);

async function run({ environment, environmentFolder, stop, ...task }: MonthTask): Promise<void> {
  const isStopped = new Int32Array(stop);
  const ledger = openLedger(path.join(environmentFolder, 'ledger.db'), { environment });
  const catalogue = openGuardedCatalogue({
    folder: path.dirname(environmentFolder),
    clock: systemClock,
    onError: () => undefined,
  });
  try {
    const made = await makeMonth({
      ...task,
      ledger,
      scratch: environmentFolder,
      ownFolder: path.dirname(environmentFolder),
      articlesOf: (items) => catalogue.open().articlesOf(items),
      onProgress: (progress) => say({ step: 'progress', ...progress }),
      throwIfStopped() {
        if (Atomics.load(isStopped, 0) !== 0) throw new Stopped();
      },
    });
    say({ step: 'made', made });
  } catch (error) {
    if (error instanceof Stopped) say({ step: 'stopped' });
    else if (error instanceof FailureError) say({ step: 'failed', failure: error.failure });
    else throw error;
  } finally {
    catalogue.close();
    ledger.close();
  }
}

await run(workerData as MonthTask);
