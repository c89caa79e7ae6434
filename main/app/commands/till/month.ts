import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

export function monthCommands({
  environment: { months },
  till: { paper },
}: CommandContext): HandlersOf<'month.'> {
  return {
    'month.get': () => months.view(),
    'month.make': async (input, { name }) => {
      await months.make({ ...input, shop: paper.shop(), actor: name });
      return months.view();
    },
    'month.stop': async () => {
      await months.cancel();
      return months.view();
    },
    'month.drop': () => {
      months.drop();
      return months.view();
    },
  };
}
