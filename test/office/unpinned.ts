import type { SecretStore } from '../../main/base/vault/secret-store.ts';
import { type CheckedFetch, createCertificatePin } from '../../main/link/feed/certificate-pin.ts';

/** Creates the certificate's pin over the test's own `fetch`. */
export const pinOver = (secrets: SecretStore, fetchWith: CheckedFetch) =>
  createCertificatePin({
    secrets,
    names: { certificate: 'certificate', pin: 'pin' },
    fetchWith,
    now: Date.now,
  });
