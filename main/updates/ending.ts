import type { UpdateWait } from '../../shared/update.ts';
import type { Clock } from '../platform/clock.ts';
import { isNight } from './night.ts';
import type { UpdateSettings } from './update-settings.ts';

interface EndingOptions {
  /** True: nothing is waited for. */
  readonly isByHand: boolean;
  readonly waits: () => UpdateWait | undefined;
  readonly end: (finish: () => void) => void;
  readonly settings: Pick<UpdateSettings, 'night'>;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

/** Milliseconds between two tries to end the program for a version that is in place. */
const endEvery = 5_000;

/** Creates the end of the program for a version that is in place: as soon as nothing is under way. */
export function createEnding({ isByHand, waits, end, settings, clock }: EndingOptions) {
  let remaining: { readonly finish: () => void; readonly isAtNight: boolean } | undefined;
  let cancel = () => {};
  let isStopped = false;

  /** A sale may have begun while the package was put in place. */
  function endIfIdle(): UpdateWait | undefined {
    if (remaining === undefined) return undefined;
    const wait = isByHand ? undefined : waits();
    if (wait !== undefined) return wait;
    const { finish } = remaining;
    remaining = undefined;
    end(finish);
    return undefined;
  }

  /** Tries to end until it can; an end that the night did not manage waits for the next one. */
  function endSoon(): void {
    cancel();
    cancel = clock.after(endEvery, () => {
      if (isStopped || remaining === undefined) return;
      const mayEnd = !remaining.isAtNight || isNight(settings.night, clock.now());
      if (!mayEnd || endIfIdle() !== undefined) endSoon();
    });
  }

  return {
    isDue: () => remaining !== undefined,
    begin(finish: () => void, isAtNight: boolean) {
      remaining = { finish, isAtNight };
    },
    /** Returns the reason for which the program does not end yet. */
    endOrRetry(): UpdateWait | undefined {
      const wait = endIfIdle();
      if (wait !== undefined) endSoon();
      return wait;
    },
    start() {
      isStopped = false;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
