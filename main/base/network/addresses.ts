import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/*
 * Limits the addresses that a person may make the terminal call. A receiver's name is resolved here once, every address
 * is checked, and the connection goes to exactly these, so that a name that resolves differently a moment later (DNS
 * rebinding) has no effect. Ranges: IANA IPv4 and IPv6 Special-Purpose Address Registries.
 */

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns all addresses of a name. Rejects when it has none. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const lookup: Lookup = async (hostname) => {
  const found = await systemLookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/**
 * loopback, private: allowed for a shop's own receiver, if the manager permits it · forbidden: link-local, multicast,
 * reserved, and the addresses at which clouds serve credentials to their machines; never called · public: all other
 * addresses.
 */
export type Reach = 'public' | 'private' | 'loopback' | 'forbidden';

// In these lists IPv4 ranges also cover IPv4-mapped IPv6 addresses: BlockList compares the embedded address.
const loopback = ranges('127.0.0.0/8', '::1/128');
const internal = ranges('10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7');
const forbidden = ranges(
  '0.0.0.0/8',
  '169.254.0.0/16', // link-local, with most clouds' metadata
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3', // multicast, reserved, broadcast
  '100.100.100.200/32', // the cloud's metadata service, in a private range
  'fd00:ec2::/32',
  'fd20:ce::/32',
  '168.63.129.16/32', // metadata in a public range
  '2001::/23', // assigned to protocols such as Teredo
  '2001:db8::/32',
  '2002::/16', // 6to4: an embedded IPv4 address
  '3fff::/20',
);
const mapped = ranges('::ffff:0:0/96');
const unicast = ranges('2000::/3');

/** Classifies an IP address; anything else is forbidden. */
export function reachOf(address: string): Reach {
  const version = isIP(address);
  if (version === 0) return 'forbidden';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (forbidden.check(address, family)) return 'forbidden';
  if (loopback.check(address, family)) return 'loopback';
  if (internal.check(address, family)) return 'private';
  // For IPv6, only ranges known to be public count; NAT64, site-local and unassigned ranges do not.
  const isKnown = version === 4 || mapped.check(address, family) || unicast.check(address, family);
  return isKnown ? 'public' : 'forbidden';
}

/**
 * Returns the addresses of a URL's host, in order.
 * @param hostname as in `URL.hostname`: IPv4 in four parts, IPv6 in brackets
 * @returns undefined when the name has none
 */
export async function addressesOf(
  hostname: string,
  resolve: Lookup,
): Promise<readonly ResolvedAddress[] | undefined> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(literal);
  if (version !== 0) return [{ address: literal, family: version === 4 ? 4 : 6 }];
  const found = await resolve(hostname).catch(() => []);
  return found.length > 0 ? found : undefined;
}

function ranges(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), isIP(network) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
