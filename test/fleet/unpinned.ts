import { type CheckedFetch, createCertificatePin } from '../../main/fleet/feed/certificate-pin.ts';
import type { SecretStore } from '../../main/vault/secret-store.ts';

/** Creates the certificate's pin over the test's own `fetch`. */
export const pinOver = (secrets: SecretStore, fetchWith: CheckedFetch) =>
  createCertificatePin({
    secrets,
    names: { certificate: 'certificate', pin: 'pin' },
    fetchWith,
    now: Date.now,
  });
