import { gatewayAddress, gatewayVersion } from '../../../shared/stored/settings/environment.ts';
import type { OpenEnvironment } from './environment.ts';
import { isNewAddress } from './gateway-address.ts';
import { refuseFlow } from './refuse-busy.ts';

/** The manager who sets a gateway, and the time in milliseconds since 1970. */
interface SetBy {
  readonly actor: string;
  readonly at: number;
}

/**
 * Sets the address of an environment's gateway; it takes effect when the environment is opened again.
 * @param address undefined for the authority's own
 * @returns false when the environment has the address already
 * @throws FailureError as `isNewAddress` and `refuseFlow`
 */
export function setGatewayAddress(open: OpenEnvironment, address: string | undefined, by: SetBy): boolean {
  if (!isNewAddress(open, address)) return false;
  refuseFlow(open);
  const { chain, settings, audit } = open.ledger;
  chain.exclusively(() => {
    settings.write(gatewayAddress, address ?? null);
    audit.write({ ...by, action: 'address-set', detail: { address } });
  });
  return true;
}

/**
 * Sets the version of the authority's interfaces; it takes effect when the environment is opened again.
 * @param version undefined for the profile's
 * @throws FailureError as `refuseFlow`
 */
export function setGatewayVersion(open: OpenEnvironment, version: string | undefined, by: SetBy): void {
  refuseFlow(open);
  const { chain, settings, audit } = open.ledger;
  chain.exclusively(() => {
    settings.write(gatewayVersion, version ?? null);
    audit.write({ ...by, action: 'version-set', detail: { version } });
  });
}
