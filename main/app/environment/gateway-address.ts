import { fail, refuseInput } from '../../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import { isGatewayAddress } from '../../../shared/values/web-address.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import type { OpenEnvironment } from './environment.ts';

/** Returns true when the address cannot change, because a pair belongs to the address that issued it. */
export function isAddressFixed(open: Pick<OpenEnvironment, 'credentials'> | undefined): boolean {
  return open !== undefined && open.credentials.state() !== 'none';
}

/**
 * Decides whether an address is to be set.
 * @param address undefined for the authority's own
 * @returns false when the environment has it already: a script that is run again gets the same answer
 * @throws FailureError `other-environment`, `set-by-policy`, `bad-input`
 */
export function isNewAddress(
  open: Pick<OpenEnvironment, 'environment' | 'address' | 'isAddressByPolicy' | 'credentials'>,
  address: string | undefined,
): boolean {
  const { environment } = open;
  if (environment === 'training') return fail('other-environment');
  if (open.isAddressByPolicy) return fail('set-by-policy');
  if (address !== undefined) refuseOtherAddress(environment, address);
  if (plain(address ?? authorityProfile.addresses[environment]) === plain(open.address())) return false;
  if (isAddressFixed(open)) return fail('other-environment');
  return true;
}

/** Refuses an address that the client does not accept, or the authority's own of another environment. */
function refuseOtherAddress(environment: EnvironmentName, address: string): void {
  if (!isGatewayAddress(address)) refuseInput(['address'], 'https-address', 'must be an https address');
  const wanted = plain(address);
  for (const [other, otherAddress] of Object.entries(authorityProfile.addresses))
    if (other !== environment && plain(otherAddress) === wanted) fail('other-environment');
}

/** Returns the address in its standard form, for comparison. */
const plain = (address: string) => new URL(address).href.replace(/\/+$/, '').toLowerCase();
