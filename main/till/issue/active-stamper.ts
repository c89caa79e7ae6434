import { fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Certificate } from '../../document/stamp/certificates/certificate.ts';
import { createStamper, type Stamper } from '../../document/stamp/stamp.ts';
import type { KeyRing } from '../../sending/credential/key-ring.ts';
import type { ActiveCredential } from '../../sending/credential/serving-credentials.ts';

export interface CertifiedStamper {
  readonly stamper: Stamper;
  readonly certificate: Certificate;
}

export type ActiveStamper = ReturnType<typeof createActiveStamper>;

const oneDay = 24 * 60 * 60_000;

export function createActiveStamper(keyRing: Pick<KeyRing, 'inForce' | 'isUpToDate'>) {
  let used: (CertifiedStamper & { readonly credentialId: number }) | undefined;

  function use(active: ActiveCredential): void {
    const stamper = createStamper(active);
    used = {
      stamper: {
        ...stamper,
        // In the transaction that issues, no other process can replace the credential any more.
        stamp(...args) {
          refuseFormer();
          return stamper.stamp(...args);
        },
      },
      certificate: active.certificate,
      credentialId: active.credential.id,
    };
  }

  /** A credential that is no longer active must not stamp. */
  function refuseFormer(): void {
    if (!keyRing.isUpToDate()) fail('terminal-busy');
  }

  return {
    /** Makes later stamps with this credential. */
    use,
    /**
     * Returns the stamper to use now; undefined before there is a credential.
     * @throws FailureError `terminal-busy` if another process changed the credentials and they were not read again yet,
     * which is done before each command
     */
    current() {
      if (used === undefined) return undefined;
      refuseFormer();
      // While a new pair is on trial, the previous pair may expire, and then the new one is in force.
      const active = keyRing.inForce();
      if (active !== undefined && active.credential.id !== used.credentialId) use(active);
      return used;
    },
  };
}

/** Refuses to stamp outside the certificate's period. @throws FailureError `clock-back`, `certificate-expired` */
export function refuseOutOfTime({ validFrom, validTo }: Certificate, clock: Pick<Clock, 'now'>): void {
  const now = clock.now();
  // A correct clock cannot show a time before the certificate's beginning, except that the authority's clock may be a
  // little ahead.
  if (now < validFrom - oneDay)
    fail('clock-back', {
      detail: { now: new Date(now).toISOString(), last: new Date(validFrom).toISOString() },
    });
  // The authority rejects documents stamped after the end: the goods would be gone and the invoice void.
  if (now > validTo) fail('certificate-expired', { detail: { validTo: new Date(validTo).toISOString() } });
}
