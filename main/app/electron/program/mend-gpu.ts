import { app } from 'electron';
import type { Restart } from './restart.ts';

/** The number of milliseconds within which a second stop counts as a repetition. */
const again = 60_000;

/**
 * Starts the program again, without the graphics card, when the graphics process stops twice: Chromium starts that
 * process again a few times, and then ends the whole program.
 */
export function mendGpu(restart: Pick<Restart, 'again'>, now: () => number): void {
  let last: number | undefined;
  app.on('child-process-gone', (_, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    const isAgain = last !== undefined && now() - last < again;
    last = now();
    if (isAgain) restart.again('gpu');
  });
}
