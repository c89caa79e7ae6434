import type { ConnectionFault } from '../../../connection-fault.ts';

export const en = {
  'tls-expired':
    'The other side’s certificate has expired. Check this device’s date; if it is right, tell whoever runs that server.',
  'tls-not-yet': 'The other side’s certificate is not valid yet. Check this device’s date and time.',
  'tls-self-signed':
    'The other side’s certificate is signed by itself alone. If the server is your own, add its certificate under Network; if not, do not.',
  'tls-unknown-issuer':
    'The other side’s certificate comes from an issuer this terminal does not trust. A company network may look into connections: then add its authority’s certificate under Network.',
  'tls-host': 'The other side’s certificate is for another name. Check the address.',
  'tls-broken':
    'A secure connection could not be made. Something on the way may look into connections or break them.',
  'proxy-unreachable': 'The proxy cannot be reached. Check its address under Network.',
  'proxy-credentials': 'The proxy wants another name and password. Enter them under Network.',
  'proxy-refused': 'The proxy does not let this connection through. Ask whoever runs the network.',
  'name-unknown': 'The address’s name is not known here. Check the network and the address.',
} as const satisfies Readonly<Record<ConnectionFault, string>>;
