import { X509Certificate } from 'node:crypto';
import type { NetworkUse, NetworkView } from '../../../shared/contract/terminal/network.ts';
import { fail } from '../../../shared/failure.ts';
import type { Policy } from '../platform/policy/read-policy.ts';
import type { NetworkSettings } from './network-settings.ts';

export function createAuthorities(settings: NetworkSettings, policy: Policy) {
  function all() {
    return [
      ...policy.authorities.map((one) => ({ ...one, fromPolicy: true })),
      ...settings.read().authorities.map((one) => ({ ...one, fromPolicy: false })),
    ];
  }

  const fromPolicy = (use: NetworkUse) =>
    policy.authorities.filter(({ uses }) => uses.includes(use)).map(({ pem }) => pem);

  const certificatesFor = (use: NetworkUse) =>
    all()
      .filter(({ uses }) => uses.includes(use))
      .map(({ pem }) => pem);

  const view = () =>
    all().flatMap(({ pem, uses, fromPolicy }) =>
      certificatesIn(pem).map((one) => ({ ...authorityView(one), uses: [...uses], fromPolicy })),
    );

  return {
    certificatesFor,
    fromPolicy,
    view,
    /**
     * Adds certificates, or changes the uses of those that are there. Returns the new ones.
     * @throws FailureError `bad-input` for anything but certificates of authorities
     */
    add(pem: string, uses: readonly NetworkUse[]): NetworkView['authorities'] {
      const added = certificatesIn(pem);
      const refuse = (code: string, message: string) =>
        fail('bad-input', { issues: [{ path: ['pem'], code, message }] });
      if (added.length === 0) refuse('no-certificate', 'is no certificate in PEM');
      // A server's certificate cannot vouch for others; a self-signed one may vouch for itself.
      if (added.some((one) => !one.ca && one.issuer !== one.subject))
        refuse('no-authority', 'is not the certificate of an authority');
      const { authorities: before, ...rest } = settings.read();
      const names = added.map(({ fingerprint256 }) => fingerprint256);
      const others = before.filter(
        (one) => !names.includes(certificatesIn(one.pem)[0]?.fingerprint256 ?? ''),
      );
      const more = added.map((one) => ({ pem: one.toString(), uses: [...uses] }));
      const knownFingerprints = new Set(view().map(({ fingerprint }) => fingerprint));
      settings.write({ ...rest, authorities: [...others, ...more] });
      return view().filter(({ fingerprint }) => !knownFingerprints.has(fingerprint));
    },
    /** Removes a certificate. @throws FailureError `not-found` */
    remove(fingerprint: string) {
      const { authorities: before, ...rest } = settings.read();
      const left = before.filter((one) => certificatesIn(one.pem)[0]?.fingerprint256 !== fingerprint);
      if (left.length === before.length) fail('not-found');
      settings.write({ ...rest, authorities: left });
    },
  };
}

function authorityView(certificate: X509Certificate) {
  return {
    fingerprint: certificate.fingerprint256,
    subject: certificate.subject.split('\n').join(', '),
    validTo: new Date(certificate.validTo).toISOString(),
  };
}

function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}
