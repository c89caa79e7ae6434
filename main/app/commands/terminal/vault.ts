import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { tryPassphrase, unlock } from '../../../till/people/try-passphrase.ts';
import type { CommandContext } from '../context.ts';

export function vaultCommands({
  environment,
  terminal: { firstToOpen, attempts, clock },
}: CommandContext): HandlersOf<'vault.'> {
  return {
    'vault.unlock': ({ passphrase }, { name }) =>
      unlock(firstToOpen() ?? environment, passphrase, { attempts, clock, actor: name }),
    'vault.changePassphrase': async ({ current, next }, { name }) => {
      const { vault, ledger } = environment;
      await tryPassphrase(environment, { attempts, clock, actor: name }, () =>
        vault.changePassphrase(current, next),
      );
      ledger.audit.write({ at: clock.now(), actor: name, action: 'vault.passphrase-changed' });
    },
  };
}
