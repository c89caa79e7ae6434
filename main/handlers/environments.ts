import type { EnvironmentView } from '../../shared/contract/credentials.ts';
import { fail } from '../../shared/failure.ts';
import { type Environment as EnvironmentName, environments as names } from '../../shared/status.ts';
import type { HandlersOf } from '../commands.ts';
import { certificateView, daysLeft } from '../credential/credentials.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { authorityProfile } from '../gateway/profile.ts';

export interface EnvironmentHandlersOptions {
  /** Those that have begun. */
  readonly opened: () => ReadonlyMap<EnvironmentName, OpenEnvironment>;
  readonly onScreen: () => EnvironmentName;
  /** Puts one on the screen, begins it first where it has not begun. @throws FailureError */
  readonly show: (environment: EnvironmentName, passphrase: string | undefined) => Promise<void>;
  /** Closes one and opens it again, after its address or version was set. */
  readonly reopen: (environment: EnvironmentName) => Promise<void>;
  readonly hasPeople: () => boolean;
  /** Whether this machine keeps secrets by itself; else an environment needs a passphrase to begin. */
  readonly hasOwnVault: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The environments of this terminal: which there are, where their gateways are, which one is on the screen. */
export function createEnvironmentHandlers(options: EnvironmentHandlersOptions): HandlersOf<'environment.'> {
  const { opened, onScreen, show, reopen, hasPeople, hasOwnVault, now } = options;

  async function list() {
    const ownVault = await hasOwnVault();
    return { environments: names.map((name) => view(name, ownVault)) };
  }

  function view(environment: EnvironmentName, ownVault: boolean): EnvironmentView {
    const open = opened().get(environment);
    const certificate = open?.credentials.certificate();
    const vault = open?.vault;
    const closed = vault?.failure?.code === 'vault-locked' ? 'locked' : 'unavailable';
    return {
      environment,
      begun: open !== undefined,
      onScreen: onScreen() === environment,
      ...(environment !== 'training' && {
        address: open?.address ?? authorityProfile.addresses[environment],
      }),
      addressFixed: environment === 'training' || isAddressFixed(open),
      version: (open?.profile ?? authorityProfile).headers.fixed['Accept-Version'] ?? '',
      state: open?.credentials.state() ?? 'none',
      ...(certificate && {
        certificate: certificateView(certificate),
        daysLeft: daysLeft(certificate, now()),
      }),
      waiting: open?.ledger.counts().waiting ?? 0,
      vault: {
        kind: vault?.kind,
        state:
          vault === undefined ? (ownVault ? 'open' : 'passphrase-needed') : vault.isOpen ? 'open' : closed,
        failure: vault?.failure,
      },
    };
  }

  /** Its ledger says what is set for it, so it must have begun. */
  function begun(environment: EnvironmentName): OpenEnvironment {
    return opened().get(environment) ?? fail('not-found');
  }

  return {
    'environment.list': list,
    'environment.show': async ({ environment, confirm, passphrase }) => {
      if (environment !== 'training' && !hasPeople()) fail('no-manager');
      if (environment === 'production' && !opened().has('production') && confirm !== 'production')
        fail('bad-input', {
          issues: [{ path: ['confirm'], code: 'required', message: 'production must be confirmed' }],
        });
      await show(environment, passphrase);
      return list();
    },
    'environment.setAddress': async ({ environment, address }, { name }) => {
      const open = begun(environment);
      if (environment === 'training' || isAddressFixed(open)) return fail('other-environment');
      if (address !== undefined) refuseForeign(environment, address);
      open.ledger.settings.set('gateway.address', address ?? null);
      open.ledger.audit.write({ at: now(), actor: name, action: 'address-set', detail: { address } });
      await reopen(environment);
      return list();
    },
    'environment.setVersion': async ({ environment, version }, { name }) => {
      const open = begun(environment);
      open.ledger.settings.set('gateway.version', version ?? null);
      open.ledger.audit.write({ at: now(), actor: name, action: 'version-set', detail: { version } });
      await reopen(environment);
      return list();
    },
  };
}

/** A pair belongs to the address it came from. */
function isAddressFixed(open: OpenEnvironment | undefined): boolean {
  return open !== undefined && open.credentials.state() !== 'none';
}

/** The authority's own address of another environment is no address for this one. */
function refuseForeign(environment: EnvironmentName, address: string): void {
  const wanted = address.replace(/\/+$/, '').toLowerCase();
  for (const [other, known] of Object.entries(authorityProfile.addresses))
    if (other !== environment && known.toLowerCase() === wanted) fail('other-environment');
}
