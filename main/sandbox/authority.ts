import { fail } from '../../shared/failure.ts';
import type { Database } from '../books/ledger/database/database.ts';
import { readCertificate } from '../document/stamp/certificates/certificate.ts';
import { CertificateAuthority } from '../document/stamp/certificates/certificate-authority.ts';
import type { CertificateRequest } from '../document/stamp/certificates/certificate-request.ts';
import { SigningKey } from '../document/stamp/key.ts';
import { createStamper, type Stamper } from '../document/stamp/stamp.ts';
import type { PlayedEnvironment } from './environments.ts';

/** The organization of an authority, by which a reader of a certificate recognises training. */
const organizationOf = (plays: PlayedEnvironment) =>
  plays === 'training' ? 'Khatm Training Sandbox' : 'Khatm Sandbox';
/** The issuer in every certificate of a sandbox, so that no document stamped with one can pass for a real one. */
export const sandboxName = (plays: PlayedEnvironment) => `${organizationOf(plays)} (not the authority)`;

const minute = 60 * 1000;
const day = 24 * 60 * minute;
/** Our own choice; production certificates with five years have been seen (C 3178). */
const validDays = { authority: 20 * 365, production: 5 * 365, compliance: 365 };

/**
 * Opens the authority of a database, and creates it the first time.
 * @throws FailureError `other-environment` when the database belongs to another one
 */
export function openAuthority(database: Database, plays: PlayedEnvironment, now: number) {
  const find = database.prepare<[], Row>('SELECT plays, issuer, stamp_key, stamp_certificate FROM authority');
  const row = database
    .transaction(() => {
      const found = find.get();
      if (found !== undefined) return found;
      const made = makeAuthority(plays, now);
      database
        .prepare(
          `INSERT INTO authority (only_row, plays, issuer, stamp_key, stamp_certificate)
           VALUES (1, @plays, @issuer, @stamp_key, @stamp_certificate)`,
        )
        .run(made);
      return made;
    })
    // Two processes may open the same file at once and must agree on one authority.
    .immediate();
  // Pairs and chains of two environments never mix, not even in training.
  if (row.plays !== plays) fail('other-environment', { detail: { environment: row.plays } });
  // Reading the first key of a process takes a tenth of the start-up time, and the first screen must not wait for it.
  let issuer: CertificateAuthority | undefined;
  let stamper: Stamper | undefined;
  function issuerOf(): CertificateAuthority {
    issuer ??= readOwn(() => CertificateAuthority.fromSecret(row.issuer));
    return issuer;
  }
  return {
    /** @param minutes the validity, instead of the usual years of its kind @returns Base64 of the certificate's DER */
    issue: (kind: 'compliance' | 'production', request: CertificateRequest, from: number, minutes?: number) =>
      issuerOf().issue({
        request,
        validFrom: from,
        validTo: from + (minutes === undefined ? validDays[kind] * day : minutes * minute),
      }),
    /** The creation of this authority, milliseconds since 1970; earlier certificates are another sandbox's. */
    get since() {
      return issuerOf().certificate.validFrom;
    },
    get stamper(): Stamper {
      stamper ??= readOwn(() =>
        createStamper({
          key: SigningKey.fromSecret(row.stamp_key),
          certificate: readCertificate(row.stamp_certificate),
        }),
      );
      return stamper;
    },
  };
}

export type Authority = ReturnType<typeof openAuthority>;

/** Reads a part of the sandbox's own data; damage to it is not the fault of the request that needs it. */
function readOwn<Part>(read: () => Part): Part {
  try {
    return read();
  } catch (cause) {
    throw new Error('the keys of the sandbox are damaged', { cause });
  }
}

function makeAuthority(plays: PlayedEnvironment, now: number) {
  const issuer = CertificateAuthority.create({
    commonName: sandboxName(plays),
    now,
    validForDays: validDays.authority,
  });
  const key = SigningKey.generate();
  const subject = {
    commonName: sandboxName(plays),
    organization: organizationOf(plays),
    organizationUnit: 'Clearance',
    country: 'SA',
    serial: '1-Khatm|2-Sandbox|3-Clearance',
    vatNumber: '399999999999993',
    documentTypes: '1000',
    address: 'Riyadh',
    category: plays === 'training' ? 'Training' : 'Test',
  };
  const certificate = issuer.issue({
    request: { subject, template: '', publicKey: key.publicKey },
    validFrom: now,
    validTo: now + validDays.authority * day,
  });
  return { plays, issuer: issuer.toSecret(), stamp_key: key.toSecret(), stamp_certificate: certificate };
}

type Row = ReturnType<typeof makeAuthority>;
