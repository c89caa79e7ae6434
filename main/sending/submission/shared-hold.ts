import { submissionHold } from '../../../shared/stored/settings/environment.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { Hold } from './pause.ts';

/**
 * The pause that every program on the folder keeps: the authority asked for time, or refuses each call. One program
 * begins it, and the first that gets a good answer, or a new credential, ends it for all.
 * @param onChange called when another program began or ended it
 */
export function createSharedHold(
  { settings, changes }: Pick<Ledger, 'settings' | 'changes'>,
  onChange: () => void,
) {
  const read = (): Hold | undefined => settings.read(submissionHold) ?? undefined;
  const textOf = (hold: Hold | undefined) => (hold === undefined ? '' : `${hold.reason} ${hold.until}`);
  return {
    read,
    /** Returns the pause for a program that starts: it asks once whether a refusal is over. @param now milliseconds since 1970 */
    readAtStart(now: number): Hold | undefined {
      const hold = read();
      if (hold === undefined || hold.reason === 'busy') return hold;
      return { ...hold, until: Math.min(hold.until, now) };
    },
    write(hold: Hold | undefined) {
      if (textOf(hold) !== textOf(read())) settings.write(submissionHold, hold ?? null);
    },
    stop: changes.follow('the pause of sending', () => textOf(read()), onChange),
  };
}
