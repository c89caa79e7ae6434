import { type Failure, FailureError } from '../../../../shared/failure.ts';
import { issuingLifted, issuingStop } from '../../../../shared/stored/settings/environment.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { Outcome } from '../../../gateway/outcome.ts';
import type { GatewayProfile } from '../../../gateway/profile.ts';

/*
 * Stops issuing when the authority reports another document under a counter of this terminal: another copy of its
 * ledger must be issuing, and every further document could be another conflict. A manager must look first.
 */

export function createIssuingStop(options: {
  readonly ledger: Pick<Ledger, 'settings' | 'audit' | 'documents' | 'chain'>;
  readonly profile: Pick<GatewayProfile, 'counterUsedCodes'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly onChange: () => void;
}) {
  const { ledger, profile, clock, onChange } = options;
  const stop = () => ledger.settings.read(issuingStop);
  const liftedUpTo = () => ledger.settings.read(issuingLifted);

  /** The stop is a row, so that it outlives the process and other programs on the folder see it. */
  function failure(): Failure | undefined {
    try {
      const found = stop();
      return found ? { code: 'counter-used', detail: found } : undefined;
    } catch (error) {
      if (error instanceof FailureError) return error.failure;
      throw error;
    }
  }

  return {
    /** Returns the reason why nothing may be issued; undefined while it may. */
    failure,
    noteOutcome({ icv, uuid }: { readonly icv: number; readonly uuid: string }, outcome: Outcome) {
      if (outcome.kind !== 'rejected') return;
      const counterUsed = outcome.errors.find(({ code = '' }) => profile.counterUsedCodes.includes(code));
      if (counterUsed === undefined || failure() !== undefined || icv <= liftedUpTo()) return;
      const found = { icv, number: ledger.documents.get(uuid)?.number ?? '', answer: counterUsed.code ?? '' };
      const detail = { ...found, message: counterUsed.message };
      ledger.chain.exclusively(() => {
        ledger.settings.write(issuingStop, found);
        ledger.audit.write({ at: clock.now(), actor: 'terminal', action: 'issuing-stopped', detail });
      });
      onChange();
    },
    /** Notes a manager's statement that no other copy issues: documents issued until now stop nothing any more. */
    lift(actor: string) {
      const found = failure();
      if (found === undefined) return;
      ledger.chain.exclusively(() => {
        ledger.audit.write({ at: clock.now(), actor, action: 'issuing-resumed', detail: found.detail });
        ledger.settings.write(issuingLifted, ledger.chain.head()?.icv ?? 0);
        ledger.settings.write(issuingStop, null);
      });
      onChange();
    },
  };
}

export type IssuingStop = ReturnType<typeof createIssuingStop>;
