import { app, dialog } from 'electron';
import { stoppedWords, titleInBoth } from './launch-switches.ts';
import type { Start, StopCause } from './starts.ts';

/** Starts the program again after a stop by itself. */
export interface Restart {
  /**
   * Ends the program in order and starts it again, unless it does so too often.
   * @returns false when it does not: a person decides
   */
  again(cause: StopCause): boolean;
  /**
   * Starts the program again after an error that nothing caught. Nothing that it holds in memory is trusted any more,
   * so it ends as if it were killed: what must not be lost is in rows. While the program ends it only ends sooner.
   */
  afterError(error: unknown): void;
  /** Notes that the program ends for another version of it, whose installer starts that one. */
  ends(): void;
}

/** Not 0, so that a supervisor of the program sees it. */
const failed = 70;

export function createRestart(start: Start): Restart {
  let isEnding = false;
  const ends = () => {
    isEnding = true;
  };
  /** Whether another start follows this one already. */
  let relaunches = false;
  app.once('before-quit', ends);
  const relaunch = () => {
    ends();
    // Each call would start one more program.
    if (relaunches) return;
    relaunches = true;
    // An AppImage runs from a folder that is gone when it has ended.
    const { APPIMAGE } = process.env;
    app.relaunch(APPIMAGE === undefined ? {} : { execPath: APPIMAGE });
  };
  // If somebody starts the program while it still ends, that start gave way to this process.
  app.once('will-quit', () => app.on('second-instance', relaunch));

  return {
    again(cause) {
      if (isEnding) return true;
      if (!start.stops(cause)) return false;
      relaunch();
      app.quit();
      return true;
    },
    afterError(error) {
      console.error('khatm: stopped by itself:', error);
      if (!isEnding) {
        if (start.stops('exception', error)) relaunch();
        else dialog.showErrorBox(titleInBoth, stoppedWords());
      }
      app.exit(failed);
    },
    ends() {
      ends();
      // An installer gives up where the former version runs again before it.
      relaunches = true;
    },
  };
}
