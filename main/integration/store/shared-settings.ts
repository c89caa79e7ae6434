import type { Setting } from '../../../shared/stored/settings/setting.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Settings } from '../../base/platform/settings.ts';

interface SharedSettingsOptions {
  /** The settings in the integration database, which all programs on the folder share. */
  readonly settings: Settings;
  readonly clock: Pick<Clock, 'after'>;
  /** True in the program that leads the folder: only that one listens and scans. */
  readonly leads: () => boolean;
  readonly onError: (error: unknown) => void;
}

interface SharedForms<State> {
  /** The number of requests so far. */
  readonly requests: Setting<number>;
  readonly reported: Setting<{ readonly asked: number; readonly state: State } | undefined>;
}

/** The milliseconds between two checks for the answer, and their number: longer than the other needs. */
const pollIntervalMs = 200;
const looks = 60;

/**
 * The settings that a program changes while another one leads the folder: it writes them and asks, and the leading
 * program applies them and reports the result.
 */
export function createSharedSettings<State>(
  { requests, reported }: SharedForms<State>,
  { settings, clock, leads, onError }: SharedSettingsOptions,
) {
  const counted = () => settings.read(requests);

  return {
    get leads(): boolean {
      return leads();
    },
    /** Asks the leading program; undefined when it does not answer in time and will apply the settings later. */
    async ask(): Promise<State | undefined> {
      const mine = counted() + 1;
      settings.write(requests, mine);
      for (let look = 0; look < looks; look += 1) {
        await new Promise<void>((resolve) => clock.after(pollIntervalMs, resolve));
        const answer = settings.read(reported);
        if (answer !== undefined && answer.asked >= mine) return answer.state;
      }
      return undefined;
    },
    /** In the leading program, starts the part again if another program has asked since its last start. Never rejects. */
    async applyChanges(begin: () => Promise<unknown>) {
      try {
        if (leads() && settings.read(reported)?.asked !== counted()) await begin();
      } catch (error) {
        onError(error);
      }
    },
    /** Starts according to the present settings, and reports the result. */
    async work(begin: () => Promise<State>) {
      // The request is read before the work; a program that asks meanwhile is answered by the next start.
      const before = counted();
      settings.write(reported, { asked: before, state: await begin() });
    },
    /** Reports the state again, because it has changed. Never fails. */
    say(now: State) {
      try {
        settings.write(reported, { asked: settings.read(reported)?.asked ?? 0, state: now });
      } catch (error) {
        onError(error);
      }
    },
    /** Returns the state that the leading program reported last. */
    reported: () => settings.read(reported)?.state,
  };
}
