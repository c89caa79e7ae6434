import { fail } from '../../../shared/failure.ts';
import { type Environment as EnvironmentName, environments as names } from '../../../shared/status.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { EnvironmentList } from '../commands/context.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { environmentView } from '../environment/environment-view.ts';
import { setGatewayAddress, setGatewayVersion } from '../environment/set-gateway.ts';
import type { Vaults } from './environment-vaults.ts';
import type { OpenEnvironments } from './open-environments.ts';

interface EnvironmentListOptions {
  readonly environments: Pick<OpenEnvironments, 'all' | 'onScreen' | 'show' | 'reopen' | 'unavailable'>;
  readonly vaults: Pick<Vaults, 'hasOwn'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Returns the list of environments, with what a manager may change in it. */
export function createEnvironmentList({
  environments,
  vaults,
  clock,
}: EnvironmentListOptions): EnvironmentList {
  /** Makes one change at a time: otherwise two could begin the same environment and open it twice. */
  const queue = createSerialQueue();

  async function list() {
    const ownVault = await vaults.hasOwn();
    return {
      environments: names.map((name) =>
        environmentView(name, environments.all().get(name), {
          onScreen: environments.onScreen === name,
          unavailable: environments.unavailable(name),
          ownVault,
          now: clock.now(),
        }),
      ),
    };
  }

  /** The settings of an environment are in its ledger, so without one it has no settings. */
  const begun = (name: EnvironmentName): OpenEnvironment => environments.all().get(name) ?? fail('not-found');

  return {
    list,
    show: ({ environment, passphrase }, check) =>
      queue.run(async () => {
        await check();
        await environments.show(environment, passphrase);
        return list();
      }),
    setAddress: ({ environment, address }, actor) =>
      queue.run(async () => {
        const isNew = setGatewayAddress(begun(environment), address, { actor, at: clock.now() });
        if (isNew) await environments.reopen(environment);
        return list();
      }),
    setVersion: ({ environment, version }, actor) =>
      queue.run(async () => {
        setGatewayVersion(begun(environment), version, { actor, at: clock.now() });
        await environments.reopen(environment);
        return list();
      }),
  };
}
