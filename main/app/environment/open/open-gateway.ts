import { fail } from '../../../../shared/failure.ts';
import { createNetwork } from '../../../base/network/network.ts';
import { createGateway } from '../../../gateway/client.ts';
import { authorityProfile } from '../../../gateway/profile.ts';
import { createGatewayWay } from '../../../sending/credential/gateway-way.ts';
import type { EnvironmentContext } from '../context.ts';
import { addressOf, takePolicyAddress } from '../gateway-settings.ts';

export type GatewayParts = ReturnType<typeof openGateway>;

export function openGateway(context: EnvironmentContext) {
  const { options, clock, events, ledger, profile, emit } = context;
  const network = createNetwork({
    settings: ledger.settings,
    secrets: context.secrets,
    passwordName: `${context.environment}/network/proxy`,
    policy: options.policy,
    fetch: options.fetch,
    resolveProxy: options.resolveProxy,
    onChange: () => emit('network-changed'),
  });
  const isAddressByPolicy = takePolicyAddress(ledger, options.policy, clock.now());
  const way = openWay(context);
  const gateway = createGateway({
    profile,
    baseUrl: addressOf(ledger, context.sandbox),
    fetch: network.fetchFor('gateway'),
    destinationFor:
      way &&
      (async (secret) => {
        const { address, authorities, ...choice } =
          (secret === 'pair' ? await way.current() : await way.forRequest()) ??
          fail('vault-unavailable', { detail: { why: 'missing' } });
        return {
          baseUrl: address,
          fetch: network.via({ ...choice, certificates: authorities }).fetchFor('gateway'),
        };
      }),
    language: context.language,
    now: () => clock.now(),
    observer: {
      onServerTime: (reading) => events.emit({ type: 'gateway-time', reading }),
      onCredentialRefused: (rejected) => events.emit({ type: 'credential-rejected', rejected }),
    },
  });
  return {
    network,
    way,
    /** Makes a person's change of the network, also for the way that is kept with the credential's pair. */
    changeNetwork: async <T>(work: () => T | Promise<T>): Promise<T> =>
      way === undefined ? work() : way.change(work),
    address: () => addressOf(ledger, context.sandbox),
    isAddressByPolicy,
    gateway,
  };
}

/** Training's sandbox is inside the program, and its pairs are worth nothing: they have no way of their own. */
function openWay({ environment, ledger, secrets, clock }: EnvironmentContext) {
  if (environment === 'training') return undefined;
  const usualAddress = authorityProfile.addresses[environment];
  return createGatewayWay({ ledger, secrets, clock, usualAddress });
}
