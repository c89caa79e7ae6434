import { FailureError, fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { AuditLog } from '../../books/ledger/audit/audit-log.ts';
import type { Attempts } from './attempts.ts';

/** The environment to whose vault a passphrase belongs. */
interface Vaulted {
  readonly environment: Environment;
  readonly ledger: { readonly audit: Pick<AuditLog, 'write'> };
}

interface Trying {
  readonly attempts: Attempts;
  readonly clock: Pick<Clock, 'now'>;
  readonly actor: string;
}

/**
 * Gets an environment ready, and opens its vault with a passphrase if that is necessary. For an open vault the
 * passphrase is not checked, so it is not counted as a guess.
 * @throws FailureError as `tryPassphrase`, and the reason why it is not ready
 */
export async function unlock(
  target: Vaulted & {
    readonly vault: { readonly isOpen: boolean };
    getReady(passphrase?: string): Promise<void>;
  },
  passphrase: string | undefined,
  trying: Trying,
): Promise<void> {
  if (passphrase === undefined || target.vault.isOpen) await target.getReady(passphrase);
  else await tryPassphrase(target, trying, () => target.getReady(passphrase));
}

/**
 * Checks a passphrase with the same limits as a PIN: wrong ones are audited, and after some the next one has to wait.
 * @param isRight rejects with `vault-locked` (wrong-passphrase) when it is wrong
 * @throws FailureError as `isRight`; `vault-locked` (passphrase-wait, detail `seconds`)
 */
export async function tryPassphrase(
  { environment, ledger }: Vaulted,
  { attempts, clock, actor }: Trying,
  isRight: () => Promise<void>,
): Promise<void> {
  const subject = `passphrase ${environment}`;
  const { mayTry, seconds } = attempts.begin(subject);
  if (!mayTry) fail('vault-locked', { detail: { why: 'passphrase-wait', seconds } });
  try {
    await isRight();
  } catch (error) {
    if (error instanceof FailureError && error.failure.detail?.why === 'wrong-passphrase') {
      ledger.audit.write({ at: clock.now(), actor, action: 'vault.passphrase-refused' });
      throw error;
    }
    attempts.forgive(subject);
    throw error;
  }
  attempts.forgive(subject);
}
