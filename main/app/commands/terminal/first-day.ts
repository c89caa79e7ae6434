import type { FirstDay } from '../../../../shared/contract/terminal/first-day.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

/** The commands for the beginning of a new terminal. */
export function firstDayCommands({
  terminal: { sampleShop, goLive, audit },
}: CommandContext): HandlersOf<'firstDay.'> {
  async function view(): Promise<FirstDay> {
    const sample = sampleShop.trade();
    return { ...(await goLive.firstDay.view()), ...(sample && { sample }) };
  }
  return {
    'firstDay.get': view,
    'firstDay.begin': async (input, caller) => {
      await sampleShop.begin(input.with, caller);
      audit(caller.name, 'sample-shop', input);
    },
    'firstDay.removeSample': async (_, caller) => {
      await sampleShop.remove(caller);
      audit(caller.name, 'sample-shop', { with: 'empty' });
    },
    'firstDay.putAway': () => {
      goLive.firstDay.putAway();
      return view();
    },
  };
}
