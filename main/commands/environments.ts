import { fail } from '../../shared/failure.ts';
import { type Environment as EnvironmentName, environments as names } from '../../shared/status.ts';
import type { GoLive } from '../diagnosis/go-live/go-live.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { environmentView } from '../environment/environment-view.ts';
import { setGatewayAddress, setGatewayVersion } from '../environment/set-gateway.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import { createSerialQueue } from '../platform/serial-queue.ts';

export interface EnvironmentCommandsOptions {
  /** The environments that are set up. */
  readonly opened: () => ReadonlyMap<EnvironmentName, OpenEnvironment>;
  readonly onScreen: () => EnvironmentName;
  /**
   * Puts an environment on the screen, and sets it up first if necessary.
   * @throws FailureError
   */
  readonly show: (environment: EnvironmentName, passphrase: string | undefined) => Promise<void>;
  /** Closes an environment and opens it again, after its address or version was set. */
  readonly reopen: (environment: EnvironmentName) => Promise<void>;
  readonly goLive: Pick<GoLive, 'checkShow'>;
  /**
   * Resolves to true when this machine can keep secrets without a passphrase; otherwise an environment needs a
   * passphrase to begin.
   */
  readonly hasOwnVault: () => Promise<boolean>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The commands about the environments of this terminal: their list, their gateways, the one on the screen. */
export function environmentCommands(options: EnvironmentCommandsOptions): HandlersOf<'environment.'> {
  const { opened, onScreen, show, reopen, hasOwnVault, goLive, now } = options;

  async function list() {
    const ownVault = await hasOwnVault();
    return {
      environments: names.map((name) =>
        environmentView(name, opened().get(name), { onScreen: onScreen() === name, ownVault, now: now() }),
      ),
    };
  }

  /**
   * Returns an environment that has been set up: the settings are in its ledger, so without one it has no settings.
   * @throws FailureError `not-found`
   */
  function begun(environment: EnvironmentName): OpenEnvironment {
    return opened().get(environment) ?? fail('not-found');
  }

  /** Runs one command at a time: otherwise two could begin the same environment and open it twice. */
  const queue = createSerialQueue();

  return {
    'environment.list': list,
    'environment.show': ({ environment, confirm, passphrase }) =>
      queue.run(async () => {
        await goLive.checkShow(environment, confirm);
        await show(environment, passphrase);
        return list();
      }),
    'environment.setAddress': ({ environment, address }, { name }) =>
      queue.run(async () => {
        const isNew = setGatewayAddress(begun(environment), address, { actor: name, at: now() });
        if (isNew) await reopen(environment);
        return list();
      }),
    'environment.setVersion': ({ environment, version }, { name }) =>
      queue.run(async () => {
        setGatewayVersion(begun(environment), version, { actor: name, at: now() });
        await reopen(environment);
        return list();
      }),
  };
}
