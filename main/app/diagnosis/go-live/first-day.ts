import type { FirstDay } from '../../../../shared/contract/terminal/first-day.ts';
import type { GoLiveRow, GoLiveRowView } from '../../../../shared/go-live.ts';
import { type FirstDayStep, firstDaySteps } from '../../../../shared/sample-shop.ts';
import { firstDaySetting } from '../../../../shared/stored/settings/terminal.ts';
import type { Settings } from '../../../base/platform/settings.ts';

interface FirstDayOptions {
  readonly settings: Settings;
  readonly isLive: () => boolean;
  /** Returns a row of the checklist; undefined for one that this terminal does not have. */
  readonly rowOf: (row: GoLiveRow) => Promise<GoLiveRowView | undefined>;
}

/** The steps of a shop's first day, found from the rows of the checklist. */
export function createFirstDay({ settings, isLive, rowOf }: FirstDayOptions) {
  /** Returns true when a row is settled; limits come after the people to whom they apply. */
  const isSettled = async (row: GoLiveRow): Promise<boolean> =>
    ((await rowOf(row)) ?? (await rowOf('people')))?.state !== 'missing';
  const note = (more: { readonly isPutAway?: true; readonly hasPractised?: true }) =>
    settings.write(firstDaySetting, { ...settings.read(firstDaySetting), ...more });

  return {
    async view(): Promise<Pick<FirstDay, 'steps' | 'isShown'>> {
      const { hasPractised, isPutAway } = settings.read(firstDaySetting);
      const done: Readonly<Record<FirstDayStep, boolean>> = {
        prices: await isSettled('articles'),
        people: await isSettled('people'),
        limits: await isSettled('limits'),
        printer: await isSettled('printer'),
        practise: hasPractised,
        goLive: isLive(),
      };
      const steps = firstDaySteps.map((id) => ({ id, isDone: done[id] }));
      return { steps, isShown: !isPutAway && !done.goLive };
    },
    putAway: () => note({ isPutAway: true }),
    /** Notes that somebody has practised a refusal. */
    practised: () => note({ hasPractised: true }),
  };
}
