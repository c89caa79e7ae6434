import { createGateway, type Gateway } from '../gateway/client.ts';
import { createNetwork, type Network } from '../network/network.ts';
import type { EnvironmentBase } from './environment-base.ts';
import { addressOf, takePolicyAddress } from './gateway-settings.ts';

/** The connection to the authority. */
export interface GatewayParts {
  readonly network: Network;
  /** The address of the gateway. */
  readonly address: string;
  /** True when the policy sets the address. */
  readonly isAddressByPolicy: boolean;
  readonly gateway: Gateway;
}

export function openGateway({ options, context, resources, emit }: EnvironmentBase): GatewayParts {
  const { clock, events, ledger, profile } = context;
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
  const address = addressOf(ledger, resources.sandbox);
  const gateway = createGateway({
    profile,
    baseUrl: address,
    fetch: network.fetchFor('gateway'),
    language: context.language,
    now: () => clock.now(),
    observer: {
      onServerTime: (reading) => events.emit({ type: 'gateway-time', reading }),
      onCredentialRefused: (rejected) => events.emit({ type: 'credential-rejected', rejected }),
    },
  });
  return { network, address, isAddressByPolicy, gateway };
}
