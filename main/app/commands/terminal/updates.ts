import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

export function updateCommands({ terminal: { updates, audit } }: CommandContext): HandlersOf<'update.'> {
  return {
    'update.get': () => updates.view(),
    'update.look': async () => {
      await updates.look();
      return updates.view();
    },
    'update.lookIn': async ({ folder }) => {
      await updates.lookIn(folder);
      return updates.view();
    },
    'update.install': async ({ when }, { name }) => {
      if (when === 'now') await updates.installNow(name);
      else {
        updates.setTonight(when === 'tonight');
        audit(name, 'update.tonight', { wanted: when === 'tonight' });
      }
      return updates.view();
    },
    'update.setSettings': (chosen, { name }) => {
      updates.setSettings(chosen);
      audit(name, 'update.set', chosen);
      return updates.view();
    },
  };
}
