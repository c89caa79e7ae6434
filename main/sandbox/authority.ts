import type { Database } from '../ledger/database.ts';
import { readCertificate } from '../stamp/certificate.ts';
import { CertificateAuthority } from '../stamp/certificate-authority.ts';
import type { CertificateRequest } from '../stamp/certificate-request.ts';
import { SigningKey } from '../stamp/key.ts';
import { createStamper, type Stamper } from '../stamp/stamp.ts';

/** Stands as issuer in every certificate of the sandbox, so that no document of training can pass for a real one. */
export const sandboxName = 'Khatm Training Sandbox (not the authority)';

const day = 24 * 60 * 60 * 1000;
/** Our own choice; production certificates have been seen with five years (C 3178). */
const validDays = { authority: 20 * 365, production: 5 * 365, compliance: 365 };

export interface Authority {
  /** @returns the certificate's text: Base64 of its DER */
  issue(kind: 'compliance' | 'production', request: CertificateRequest, now: number): string;
  /** Stamps cleared invoices. */
  readonly stamper: Stamper;
}

interface Row {
  readonly issuer: string;
  readonly stamp_key: string;
  readonly stamp_certificate: string;
}

/** The authority of a database; made there the first time. */
export function openAuthority(database: Database, now: number): Authority {
  const find = database.prepare<[], Row>(
    'SELECT issuer, stamp_key, stamp_certificate FROM authority WHERE id = 1',
  );
  const row = database
    .transaction(() => {
      const found = find.get();
      if (found !== undefined) return found;
      const made = makeAuthority(now);
      database
        .prepare(
          'INSERT INTO authority (id, issuer, stamp_key, stamp_certificate) VALUES (1, @issuer, @stamp_key, @stamp_certificate)',
        )
        .run(made);
      return made;
    })
    // Two processes may open the same file at once; they must agree on one authority.
    .immediate();
  const issuer = CertificateAuthority.fromSecret(row.issuer);
  return {
    issue: (kind, request, from) =>
      issuer.issue({ request, validFrom: from, validTo: from + validDays[kind] * day }),
    stamper: createStamper({
      key: SigningKey.fromSecret(row.stamp_key),
      certificate: readCertificate(row.stamp_certificate),
    }),
  };
}

function makeAuthority(now: number): Row {
  const issuer = CertificateAuthority.create({
    commonName: sandboxName,
    now,
    validForDays: validDays.authority,
  });
  const key = SigningKey.generate();
  const subject = {
    commonName: sandboxName,
    organization: 'Khatm Training Sandbox',
    organizationUnit: 'Clearance',
    country: 'SA',
    serial: '1-Khatm|2-Sandbox|3-Clearance',
    vatNumber: '399999999999993',
    documentTypes: '1000',
    address: 'Riyadh',
    category: 'Training',
  };
  const certificate = issuer.issue({
    request: { subject, template: '', publicKey: key.publicKey },
    validFrom: now,
    validTo: now + validDays.authority * day,
  });
  return { issuer: issuer.toSecret(), stamp_key: key.toSecret(), stamp_certificate: certificate };
}
