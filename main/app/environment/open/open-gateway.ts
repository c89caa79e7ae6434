import { createNetwork } from '../../../base/network/network.ts';
import { createGateway } from '../../../gateway/client.ts';
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
  const address = addressOf(ledger, context.sandbox);
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
