import type { WriteAudit } from '../ledger/audit-actions.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import type { UpdateService } from '../updates/update-service.ts';

export interface UpdateCommandsOptions {
  readonly updates: UpdateService;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
}

/** The commands about newer versions of the program. */
export function updateCommands({ updates, audit }: UpdateCommandsOptions): HandlersOf<'update.'> {
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
