import { FailureError, fail } from '../../shared/failure.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Attempts } from '../people/attempts.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

type Vaulted = Pick<OpenEnvironment, 'environment' | 'vault' | 'ledger' | 'getReady'>;

/**
 * Checks a passphrase with the same limits as a PIN: wrong ones are audited, and after some of them the next has to
 * wait.
 * @param isRight rejects with `vault-locked` (wrong-passphrase) when it is wrong
 * @throws FailureError as `isRight`; `vault-locked` (passphrase-wait, detail `seconds`)
 */
export async function tryPassphrase(
  { environment, ledger }: Pick<Vaulted, 'environment' | 'ledger'>,
  { attempts, clock, actor }: { attempts: Attempts; clock: Pick<Clock, 'now'>; actor: string },
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

export interface VaultCommandsOptions {
  readonly environment: Vaulted;
  /** The environment whose vault must be opened before anybody can sign in; undefined when there is none. */
  readonly first: () => Vaulted | undefined;
  readonly attempts: Attempts;
  readonly clock: Pick<Clock, 'now'>;
}

/** The commands about the vault of one environment. */
export function vaultCommands(options: VaultCommandsOptions): HandlersOf<'vault.'> {
  const { environment, first, attempts, clock } = options;
  return {
    'vault.unlock': async ({ passphrase }, { name }) => {
      const target = first() ?? environment;
      if (passphrase === undefined || target.vault.isOpen) await target.getReady(passphrase);
      else await tryPassphrase(target, { attempts, clock, actor: name }, () => target.getReady(passphrase));
      return {};
    },
    'vault.changePassphrase': async ({ current, next }, { name }) => {
      const { vault, ledger } = environment;
      await tryPassphrase(environment, { attempts, clock, actor: name }, () =>
        vault.changePassphrase(current, next),
      );
      ledger.audit.write({ at: clock.now(), actor: name, action: 'vault.passphrase-changed' });
      return {};
    },
  };
}
