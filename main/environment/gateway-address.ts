import { fail } from '../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import { isGatewayAddress } from '../../shared/web-address.ts';
import { authorityProfile } from '../gateway/profile.ts';
import type { OpenEnvironment } from './environment.ts';

/** A pair belongs to the address it came from. */
export function isAddressFixed(open: OpenEnvironment | undefined): boolean {
  return open !== undefined && open.credentials.state() !== 'none';
}

/**
 * Refuses an address that the gateway's client would not take, or the authority's own address of another environment.
 */
export function refuseOtherAddress(environment: EnvironmentName, address: string): void {
  if (!isGatewayAddress(address))
    fail('bad-input', {
      issues: [{ path: ['address'], code: 'https-address', message: 'must be an https address' }],
    });
  const wanted = plain(address);
  for (const [other, known] of Object.entries(authorityProfile.addresses))
    if (other !== environment && plain(known) === wanted) fail('other-environment');
}

/** Returns true when an address, or without one the authority's own, is the one that the environment has. */
export const isAddressOf = (
  open: Pick<OpenEnvironment, 'address'>,
  environment: Exclude<EnvironmentName, 'training'>,
  given: string | undefined,
) => plain(given ?? authorityProfile.addresses[environment]) === plain(open.address);

/** Returns the address in one spelling, for comparison. */
const plain = (address: string) => new URL(address).href.replace(/\/+$/, '').toLowerCase();
