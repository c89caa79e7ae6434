import type { TextSize } from '../../../../shared/contract/terminal/startup.ts';

/** The program's window and start, as the system shows them; an entry point without a window has none. */
export interface Shell {
  /** Omitted if the program cannot start when a person signs in to the system, for instance in a checkout. */
  readonly autostart?: { isOn(): boolean; set(starts: boolean): void } | undefined;
  readonly textSize: {
    /** Returns a percentage of the usual size. */
    read(): TextSize;
    set(percent: TextSize): void;
  };
  /** Returns true while the window fills the screen and nobody can leave it. */
  isLocked(): boolean;
  lock(isLocked: boolean): void;
  /** Lets a person choose a folder; undefined when they chose none. @param from the first one, if it exists */
  chooseFolder(from: string): Promise<string | undefined>;
}
