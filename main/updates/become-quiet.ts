import type { UpdateWait } from '../../shared/update.ts';
import type { Clock } from '../platform/clock.ts';

/** A time in which no document is sent. */
export interface SendingPause {
  /** True when a document was issued meanwhile whose buyer waits for the authority. */
  keepsBuyer(): boolean;
  /** Resumes sending. */
  end(): void;
}

export interface QuietOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Returns why an installation must wait; undefined when nothing is under way. */
  readonly waits: () => UpdateWait | undefined;
  /** Stops sending further documents; calls under way finish. */
  readonly pauseSending: () => SendingPause;
  /** Milliseconds that a call under way may still take. */
  readonly sendingEndsMs: number;
}

/** Milliseconds between two checks for calls under way. */
const pollIntervalMs = 250;

/**
 * Returns work that must end by itself: sending is paused for an installation, so a backlog alone does not delay it.
 */
export function lastingWait(waits: QuietOptions['waits']): UpdateWait | undefined {
  const wait = waits();
  return wait === 'sending' ? undefined : wait;
}

/**
 * Pauses sending and waits until no document is under way.
 * @param isOver true once the program stops, so that nothing is waited for any more
 * @returns what has sending continue, or why it must wait; sending then goes on already
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
