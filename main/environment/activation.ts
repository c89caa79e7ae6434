import type { KeyRing } from '../credential/key-ring.ts';
import type { Issuer } from '../issue/issuer.ts';
import { resendAfterUpdate } from '../submission/resend-after-update.ts';
import type { Submitter } from '../submission/submitter.ts';
import type { EnvironmentContext } from './context.ts';
import type { LeaderLock } from './leader-lock.ts';
import type { EnvironmentOptions } from './options.ts';
import type { Services } from './services.ts';

export interface ActivationOptions extends Pick<EnvironmentContext, 'ledger' | 'version' | 'events'> {
  readonly keyRing: Pick<KeyRing, 'inForce'>;
  readonly issuer: Pick<Issuer, 'use'>;
  readonly submitter: Submitter;
  readonly leaderLock: Pick<LeaderLock, 'isLeader'>;
  readonly services: Pick<Services, 'isStopping'>;
  readonly sends: EnvironmentOptions['sends'];
}

/**
 * Returns a function that makes the terminal stamp with the credential in force, and sends the documents that wait for
 * it.
 */
export function createActivation(options: ActivationOptions): () => void {
  const {
    ledger,
    version,
    events,
    keyRing,
    issuer,
    submitter,
    leaderLock,
    services,
    sends = 'all',
  } = options;
  return () => {
    const active = keyRing.inForce();
    if (active === undefined) return;
    issuer.use(active);
    if (services.isStopping) return;
    if (sends !== 'nothing') submitter.start(leaderLock.isLeader);
    if (sends === 'all') {
      if (leaderLock.isLeader) resendAfterUpdate(ledger, submitter, version);
      submitter.wake('credential');
    }
    events.emit({ type: 'credential-changed' });
  };
}
