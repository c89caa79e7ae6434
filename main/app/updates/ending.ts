import type { UpdateWait } from '../../../shared/update.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { becomeQuiet, type QuietOptions } from './become-quiet.ts';
import { isNight } from './night.ts';
import type { UpdateSettings } from './update-settings.ts';

export interface EndingOptions extends QuietOptions {
  /** True if the program must end without waiting. */
  readonly isByHand: boolean;
  /** Ends the program, then does the rest of the installation. */
  readonly end: (finish: () => void) => void;
  readonly settings: Pick<UpdateSettings, 'night'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The number of milliseconds between two attempts to end the program for a version that is in place. */
const endEvery = 5_000;

/** Creates the service that ends the program when nothing is in progress, so that an installed version can start. */
export function createEnding(options: EndingOptions) {
  const { isByHand, end, settings, clock, onError } = options;
  let remaining: { readonly finish: () => void; readonly isAtNight: boolean } | undefined;
  let cancel = () => {};
  let isStopped = false;

  /** A sale may have begun while the package was being installed. */
  async function endIfIdle(): Promise<UpdateWait | undefined> {
    if (remaining === undefined) return undefined;
    const quiet = isByHand ? () => undefined : await becomeQuiet(options, () => isStopped);
    if (typeof quiet === 'string') return quiet;
    let ends = false;
    try {
      ends = endNow();
    } finally {
      if (!ends) quiet();
    }
    return undefined;
  }

  /** Returns false when this call does not end the program: another call ended it, or it is stopping. */
  function endNow(): boolean {
    if (remaining === undefined || isStopped) return false;
    const { finish } = remaining;
    remaining = undefined;
    end(finish);
    return true;
  }

  /** Tries repeatedly to end the program; if that fails for a whole night, it waits for the next night. */
  function endSoon(): void {
    cancel();
    cancel = clock.after(endEvery, () => {
      if (isStopped || remaining === undefined) return;
      const mayEnd = !remaining.isAtNight || isNight(settings.night, clock.now());
      if (mayEnd) void endOrRetry().catch(onError);
      else endSoon();
    });
  }

  async function endOrRetry(): Promise<UpdateWait | undefined> {
    const wait = await endIfIdle();
    if (wait !== undefined && !isStopped) endSoon();
    return wait;
  }

  return {
    isDue: () => remaining !== undefined,
    begin(finish: () => void, isAtNight: boolean) {
      remaining = { finish, isAtNight };
    },
    /** Returns the reason for which the program does not end yet. */
    endOrRetry,
    start() {
      isStopped = false;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
