import type { EnvironmentView } from '../../../shared/contract/terminal/credentials.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import { certificateView, daysLeft } from '../../sending/credential/credentials.ts';
import type { OpenEnvironment } from './environment.ts';
import { isAddressFixed } from './gateway-address.ts';

interface ViewOptions {
  readonly onScreen: boolean;
  /** The reason why it cannot be shown. */
  readonly unavailable: Failure | undefined;
  /** True when this machine can keep secrets without a passphrase. */
  readonly ownVault: boolean;
  /** The time in milliseconds since 1970. */
  readonly now: number;
}

/** Returns an environment as the settings show it. @param open undefined before it has begun */
export function environmentView(
  environment: EnvironmentName,
  open: OpenEnvironment | undefined,
  { onScreen, unavailable, ownVault, now }: ViewOptions,
): EnvironmentView {
  const certificate = open?.credentials.certificate();
  const vault = open?.vault;
  const closed = vault?.failure?.code === 'vault-locked' ? 'locked' : 'unavailable';
  return {
    environment,
    begun: open !== undefined,
    onScreen,
    ...(unavailable && { unavailable }),
    ...(environment !== 'training' && {
      address: open?.address() ?? authorityProfile.addresses[environment],
    }),
    addressFixed: environment === 'training' || open?.isAddressByPolicy === true || isAddressFixed(open),
    version: (open?.profile ?? authorityProfile).headers.fixed['Accept-Version'] ?? '',
    state: open?.credentials.state() ?? 'none',
    ...(certificate && {
      certificate: certificateView(certificate),
      daysLeft: daysLeft(certificate, now),
    }),
    waiting: open?.ledger.search.counts().waiting ?? 0,
    vault: {
      kind: vault?.kind,
      state: vault === undefined ? (ownVault ? 'open' : 'passphrase-needed') : vault.isOpen ? 'open' : closed,
      failure: vault?.failure,
    },
  };
}
