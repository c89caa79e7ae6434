import type { UpdateWait } from '../../../shared/update.ts';
import type { Clock } from '../../base/platform/clock.ts';

/** A time in which no document is sent. */
export interface SendingPause {
  /** Returns true when a document was issued meanwhile whose buyer waits for the authority. */
  keepsBuyer(): boolean;
  /** Resumes sending. */
  end(): void;
}

export interface QuietOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Returns the reason why an installation must wait; undefined when nothing is in progress. */
  readonly waits: () => UpdateWait | undefined;
  /** Stops sending further documents; calls in progress finish. */
  readonly pauseSending: () => SendingPause;
  /** The number of milliseconds that a call in progress may still take. */
  readonly sendingEndsMs: number;
}

/** The number of milliseconds between two checks for calls in progress. */
const pollIntervalMs = 250;

/** Returns work that must end by itself; a backlog does not count, because sending is paused for an installation. */
export function lastingWait(waits: QuietOptions['waits']): UpdateWait | undefined {
  const wait = waits();
  return wait === 'sending' ? undefined : wait;
}

/**
 * Pauses sending and waits until no call is in progress.
 * @param isOver true once the program stops, which ends the waiting
 * @returns a function that resumes sending, or the reason why the installation must wait; then sending has already
 * resumed
 */
export async function becomeQuiet(
  { clock, waits, pauseSending, sendingEndsMs }: QuietOptions,
  isOver: () => boolean = () => false,
): Promise<(() => void) | UpdateWait> {
  const until = clock.monotonic() + sendingEndsMs;
  const pause = pauseSending();
  let isQuiet = false;
  try {
    for (;;) {
      if (pause.keepsBuyer()) return 'sending';
      const wait = waits();
      isQuiet = wait === undefined;
      if (wait === undefined) return pause.end;
      if (wait !== 'sending' || isOver() || clock.monotonic() >= until) return wait;
      await new Promise<void>((resolve) => clock.after(pollIntervalMs, resolve));
    }
  } finally {
    if (!isQuiet) pause.end();
  }
}
