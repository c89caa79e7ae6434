import type { OpenEnvironment } from '../environment/environment.ts';
import type { Attempts } from '../people/attempts.ts';
import { tryPassphrase, unlock } from '../people/try-passphrase.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

type Vaulted = Pick<OpenEnvironment, 'environment' | 'vault' | 'ledger' | 'getReady'>;

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
      await unlock(first() ?? environment, passphrase, { attempts, clock, actor: name });
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
