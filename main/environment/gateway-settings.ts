import { fail } from '../../shared/failure.ts';
import { authorityProfile, type GatewayProfile } from '../gateway/profile.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';

/* What a manager may set of an environment's gateway. It takes effect when the environment is opened. */

/** Where its gateway is: training's own sandbox, what was set, or the profile's. */
export function addressOf(ledger: Ledger, sandbox: Sandbox | undefined): string {
  const { environment } = ledger;
  if (environment === 'training') return sandbox?.address ?? fail('internal');
  const chosen = ledger.settings.get('gateway.address');
  return typeof chosen === 'string' ? chosen : authorityProfile.addresses[environment];
}

/** The authority's profile, but for a version that simulation tries. */
export function profileOf(ledger: Ledger): GatewayProfile {
  const version = ledger.settings.get('gateway.version');
  if (ledger.environment !== 'simulation' || typeof version !== 'string') return authorityProfile;
  const { headers } = authorityProfile;
  return {
    ...authorityProfile,
    headers: { ...headers, fixed: { ...headers.fixed, 'Accept-Version': version } },
  };
}
