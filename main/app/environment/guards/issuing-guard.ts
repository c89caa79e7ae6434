import { FailureError } from '../../../../shared/failure.ts';
import type { Gateway } from '../../../gateway/client.ts';
import type { Membership } from '../../../link/feed/membership.ts';
import type { DamageWatch } from './damage-watch.ts';
import type { IssuingStop } from './issuing-stop.ts';
import type { KnownTime } from './known-time.ts';
import type { NewerProgram } from './newer-program.ts';
import type { Readiness } from './readiness.ts';
import type { ReplacedFile } from './replaced-file.ts';
import type { RollbackGuard } from './rollback-guard.ts';

export interface IssuingGuardOptions {
  readonly replacedFile: Pick<ReplacedFile, 'failure'>;
  readonly damage: Pick<DamageWatch, 'failure'>;
  readonly newerProgram: Pick<NewerProgram, 'failure'>;
  readonly issuingStop: Pick<IssuingStop, 'failure'>;
  readonly membership: Pick<Membership, 'stopped'>;
  readonly rollbackGuard: Pick<RollbackGuard, 'isChecked' | 'checkNotes'>;
  readonly readiness: Pick<Readiness, 'failure' | 'again'>;
  readonly knownTime: Pick<KnownTime, 'check'>;
  readonly gateway: Pick<Gateway, 'askTime'>;
}

/**
 * Returns a check for everything that prevents any document from being issued.
 * @throws FailureError (the check) `ledger-broken`, `ledger-newer`, `counter-used`, `office-stopped`, `ledger-old`, `ledger-forked`, `clock-ahead`, or why the
 * environment is not ready
 */
export function createIssuingGuard(options: IssuingGuardOptions): () => void {
  const {
    replacedFile,
    damage,
    newerProgram,
    issuingStop,
    membership,
    rollbackGuard,
    readiness,
    knownTime,
    gateway,
  } = options;

  /** The ledger was the newest at the start but may be an older copy by now; then an alarm is raised too. */
  function checkNotes(): void {
    try {
      rollbackGuard.checkNotes();
    } catch (error) {
      void readiness.again().catch(() => undefined);
      throw error;
    }
  }

  /** When the clock is in doubt, the gateway is asked too, for the next try. */
  function checkTime(): void {
    try {
      knownTime.check();
    } catch (error) {
      void gateway.askTime();
      throw error;
    }
  }

  return () => {
    const stopped =
      replacedFile.failure() ??
      damage.failure() ??
      newerProgram.failure() ??
      issuingStop.failure() ??
      membership.stopped();
    if (stopped !== undefined) throw new FailureError(stopped);
    // A re-issue creates a key even for a ledger that must not continue.
    if (!rollbackGuard.isChecked) throw new FailureError(readiness.failure ?? { code: 'terminal-busy' });
    checkNotes();
    checkTime();
  };
}
