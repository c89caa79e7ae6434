import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

export function goLiveCommands({ terminal: { goLive, audit } }: CommandContext): HandlersOf<'goLive.'> {
  return {
    'goLive.get': () => goLive.view(),
    'goLive.waive': async ({ row, waived }, { name }) => {
      await goLive.waive(row, waived, name);
      audit(name, waived ? 'go-live-waived' : 'go-live-asked-again', { row });
      return goLive.view();
    },
  };
}
