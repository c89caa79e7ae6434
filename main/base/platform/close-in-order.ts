import type { Clock } from './clock.ts';

export type ClosingSteps = Readonly<Record<string, () => unknown>>;

export interface ClosingOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Receives the error of a step that failed or took too long; the next steps run anyway. */
  readonly onError: (error: unknown) => void;
  /** The longest time for one step, milliseconds. */
  readonly withinMs?: number | undefined;
}

/** This is longer than an honest peer's answer usually takes, and shorter than a person waits for the end. */
const stepMs = 5_000;

/**
 * Closes one step after the other. A step that hangs on another machine, a disk or a program is abandoned after a
 * while, as if the process had been killed there, which all stored data survives. Never rejects.
 */
export async function closeInOrder(steps: ClosingSteps, options: ClosingOptions): Promise<void> {
  for (const [name, end] of Object.entries(steps)) await closeWithin(name, end, options);
}

/** Closes several things at once, if they need not wait for each other. Never rejects. */
export async function closeTogether(steps: ClosingSteps, options: ClosingOptions): Promise<void> {
  await Promise.all(Object.entries(steps).map(([name, end]) => closeWithin(name, end, options)));
}

async function closeWithin(name: string, end: () => unknown, options: ClosingOptions): Promise<void> {
  const { clock, onError, withinMs = stepMs } = options;
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const cancel = clock.after(withinMs, () => resolve('late'));
  try {
    // The step begins within the promise, so that an immediate error is caught as well.
    const ended = Promise.resolve().then(end);
    const how = await Promise.race([ended, late]);
    if (how === 'late') onError(new Error(`${name} did not end in ${withinMs} ms and was left behind`));
  } catch (error) {
    onError(error);
  } finally {
    cancel();
  }
}
