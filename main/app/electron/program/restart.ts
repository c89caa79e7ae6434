import { app, dialog } from 'electron';
import { stoppedWords, titleInBoth } from './launch-switches.ts';
import type { Start, StopCause } from './starts.ts';

/** This is not 0, so that a program that supervises this one notices the failure. */
const failed = 70;

/** Starts the program again after a crash. */
export function createRestart(start: Start) {
  let isEnding = false;
  const ends = () => {
    isEnding = true;
  };
  /** True once another start of the program is scheduled. */
  let relaunches = false;
  app.once('before-quit', ends);
  const relaunch = () => {
    ends();
    // Each call would start another program.
    if (relaunches) return;
    relaunches = true;
    // An AppImage runs from a folder that disappears when it ends.
    const { APPIMAGE } = process.env;
    app.relaunch(APPIMAGE === undefined ? {} : { execPath: APPIMAGE });
  };
  // If somebody starts the program while it is still ending, that start gives way to this process.
  app.once('will-quit', () => app.on('second-instance', relaunch));

  return {
    /** Restarts the program normally. @returns false when it did so too often; then a person decides */
    again(cause: StopCause) {
      if (isEnding) return true;
      if (!start.stops(cause)) return false;
      relaunch();
      app.quit();
      return true;
    },
    /**
     * Starts the program again after an error that nothing caught. Its memory can no longer be trusted, so it ends as if
     * it were killed; everything that must not be lost is on disk. If the program is already ending, this only ends it
     * sooner.
     */
    afterError(error: unknown) {
      console.error('khatm: stopped by itself:', error);
      if (!isEnding) {
        if (start.stops('exception', error)) relaunch();
        else dialog.showErrorBox(titleInBoth, stoppedWords());
      }
      app.exit(failed);
    },
    /** Notes that the program ends so that the installer can start another version. */
    ends() {
      ends();
      // An installer fails if the former version starts again before it is done.
      relaunches = true;
    },
  };
}

export type Restart = ReturnType<typeof createRestart>;
