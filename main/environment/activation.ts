import type { KeyRing } from '../credential/key-ring.ts';
import type { Issuer } from '../issue/issuer.ts';
import { resendAfterUpdate } from '../submission/resend-after-update.ts';
import type { Submitter } from '../submission/submitter.ts';
import type { EnvironmentContext } from './context.ts';
import type { LeaderLock } from './leader-lock.ts';
import type { Services } from './services.ts';

export interface ActivationOptions extends Pick<EnvironmentContext, 'ledger' | 'version' | 'events'> {
  readonly keyRing: Pick<KeyRing, 'inForce'>;
  readonly issuer: Pick<Issuer, 'use'>;
  readonly submitter: Submitter;
  readonly lead: Pick<LeaderLock, 'isHeld'>;
  readonly services: Pick<Services, 'isStopping'>;
}

/** Returns what puts the credential in force to work: it stamps from now on, and what waits goes under it. */
export function createActivation(options: ActivationOptions): () => void {
  const { ledger, version, events, keyRing, issuer, submitter, lead, services } = options;
  return () => {
    const active = keyRing.inForce();
    if (active === undefined) return;
    issuer.use(active);
    if (services.isStopping) return;
    submitter.start(lead.isHeld);
    if (lead.isHeld) resendAfterUpdate(ledger, submitter, version);
    submitter.wake('credential');
    events.emit({ type: 'credential-changed' });
  };
}
