import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { WriteAudit } from '../ledger/audit-actions.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface GoLiveCommandsOptions {
  readonly goLive: GoLive;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
}

/** The commands about what must be settled before this terminal goes live. */
export function goLiveCommands({ goLive, audit }: GoLiveCommandsOptions): HandlersOf<'goLive.'> {
  return {
    'goLive.get': () => goLive.view(),
    'goLive.waive': async ({ row, waived }, { name }) => {
      await goLive.waive(row, waived, name);
      audit(name, waived ? 'go-live-waived' : 'go-live-asked-again', { row });
      return goLive.view();
    },
  };
}
