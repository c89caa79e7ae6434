import { fail } from '../../../shared/failure.ts';
import { gatewayAddress, gatewayVersion } from '../../../shared/stored/settings/environment.ts';
import type { Policy } from '../../base/platform/policy/read-policy.ts';
import type { Archive, Ledger } from '../../books/ledger/ledger.ts';
import { authorityProfile, type GatewayProfile } from '../../gateway/profile.ts';
import type { Sandbox } from '../../sandbox/start-sandbox.ts';

/* A manager's settings for an environment's gateway. They take effect when the environment is opened. */

/**
 * Uses the policy's address for an environment without a credential. An environment that has a credential keeps its
 * address: a pair and its secret must not be sent elsewhere.
 * @returns true when the policy sets the address, so that no command can set it
 */
export function takePolicyAddress(
  ledger: Pick<Ledger, 'environment' | 'settings' | 'credentials' | 'audit'>,
  { gateway }: Policy,
  now: number,
): boolean {
  const { environment, settings, credentials, audit } = ledger;
  const address = environment === 'training' ? undefined : gateway?.[environment];
  if (address === undefined) return false;
  if (credentials.history().length === 0 && settings.read(gatewayAddress) !== address) {
    settings.write(gatewayAddress, address);
    audit.write({ at: now, actor: 'policy', action: 'address-set', detail: { address } });
  }
  return true;
}

/** Returns the address of its gateway: that of training's own sandbox, the one that was set, or the profile's. */
export function addressOf(
  ledger: Pick<Archive, 'environment' | 'settings'>,
  sandbox: Sandbox | undefined,
): string {
  const { environment } = ledger;
  if (environment === 'training') return sandbox?.address ?? fail('internal');
  const chosen = ledger.settings.read(gatewayAddress);
  return chosen ?? authorityProfile.addresses[environment];
}

/** Returns the authority's profile, with the version that simulation tries. */
export function profileOf(ledger: Pick<Archive, 'environment' | 'settings'>): GatewayProfile {
  const version = ledger.settings.read(gatewayVersion);
  if (ledger.environment !== 'simulation' || version === undefined || version === null)
    return authorityProfile;
  const { headers } = authorityProfile;
  return {
    ...authorityProfile,
    headers: { ...headers, fixed: { ...headers.fixed, 'Accept-Version': version } },
  };
}
