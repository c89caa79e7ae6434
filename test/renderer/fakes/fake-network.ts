import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { NetworkView } from '../../../shared/contract/terminal/network.ts';
import type { PolicyField } from '../../../shared/contract/terminal/policy.ts';
import { fail } from '../../../shared/failure.ts';

/* The network settings of the fake terminal, which makes no calls. */

export interface NetworkOptions {
  readonly network?: Partial<NetworkView>;
  readonly policyFields?: readonly PolicyField[];
}

type Names = Extract<CommandName, `network.${string}` | `policy.${string}` | `office.${string}`>;
type Handlers = { [N in Names]: (input: CommandParsed<N>) => CommandOutput<N> };

export const shopAuthority = {
  fingerprint: 'AA:BB',
  subject: 'CN=Najd Trading Network CA, O=Najd Trading',
  validTo: '2031-01-01T00:00:00.000Z',
  uses: ['gateway' as const, 'receivers' as const, 'remote' as const],
  fromPolicy: false,
};

export function createFakeNetwork(options: NetworkOptions): Handlers {
  let view: NetworkView = {
    proxy: 'system',
    hasProxyPassword: false,
    proxyFromPolicy: false,
    authorities: [],
    policy: { file: '/etc/khatm/policy.json', state: 'none' },
    ...options.network,
  };
  return {
    'policy.get': () => ({ ...view.policy, fields: [...(options.policyFields ?? [])] }),
    'network.get': () => view,
    'office.get': () => ({}),
    'office.enrol': () => fail('office-unreachable'),
    'office.leave': () => ({ told: true }),
    'network.setProxy': ({ proxy, user, password }) => {
      view = { ...view, proxy, proxyUser: user, hasProxyPassword: typeof password === 'string' };
      return view;
    },
    'network.addAuthority': ({ pem }) => {
      if (!pem.includes('BEGIN CERTIFICATE'))
        fail('bad-input', {
          issues: [{ path: ['pem'], code: 'no-certificate', message: 'is no certificate in PEM' }],
        });
      view = { ...view, authorities: [...view.authorities, shopAuthority] };
      return view;
    },
    'network.removeAuthority': ({ fingerprint }) => {
      view = { ...view, authorities: view.authorities.filter((one) => one.fingerprint !== fingerprint) };
      return view;
    },
  };
}
