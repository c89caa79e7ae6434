import * as z from 'zod';
import type { Failure } from '../../../../shared/failure.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import { settingKey } from '../../../base/platform/settings.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { Outcome } from '../../../gateway/outcome.ts';
import type { GatewayProfile } from '../../../gateway/profile.ts';

/*
 * Stops issuing when the authority reports another document under a counter of this terminal: another copy of its
 * ledger must be issuing, and every further document could be another conflict. A manager must look first.
 */

/** The stop is a row, so that it outlives the process and other programs on the folder see it. */
const stopSchema = z.object({
  /** The ICV of the refused document. */
  icv: z.int(),
  number: z.string(),
  answer: z.string(),
});
const stopSetting = settingKey('issuing.stop', stopSchema.nullish().catch(undefined));
/** The newest counter when a manager confirmed that no other copy issues documents. */
const liftedSetting = settingKey('issuing.lifted', z.int().catch(0));

export function createIssuingStop(options: {
  readonly ledger: Pick<Ledger, 'settings' | 'audit' | 'documents' | 'chain'>;
  readonly profile: Pick<GatewayProfile, 'counterUsedCodes'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly onChange: () => void;
}) {
  const { ledger, profile, clock, onChange } = options;
  const stop = () => ledger.settings.read(stopSetting);
  const liftedUpTo = () => ledger.settings.read(liftedSetting);

  return {
    /** Returns the reason why nothing may be issued; undefined while it may. */
    failure(): Failure | undefined {
      const found = stop();
      return found ? { code: 'counter-used', detail: found } : undefined;
    },
    noteOutcome({ icv, uuid }: { readonly icv: number; readonly uuid: string }, outcome: Outcome) {
      if (outcome.kind !== 'rejected') return;
      const counterUsed = outcome.errors.find(({ code = '' }) => profile.counterUsedCodes.includes(code));
      if (counterUsed === undefined || stop() || icv <= liftedUpTo()) return;
      const found = { icv, number: ledger.documents.get(uuid)?.number ?? '', answer: counterUsed.code ?? '' };
      ledger.settings.write(stopSetting, found);
      ledger.audit.write({
        at: clock.now(),
        actor: 'terminal',
        action: 'issuing-stopped',
        detail: { ...found, message: counterUsed.message },
      });
      onChange();
    },
    /** Notes a manager's statement that no other copy issues: documents issued until now stop nothing any more. */
    lift(actor: string) {
      const found = stop();
      if (!found) return;
      ledger.audit.write({ at: clock.now(), actor, action: 'issuing-resumed', detail: found });
      ledger.settings.write(liftedSetting, ledger.chain.head()?.icv ?? 0);
      ledger.settings.write(stopSetting, null);
      onChange();
    },
  };
}

export type IssuingStop = ReturnType<typeof createIssuingStop>;
