import type { Company } from '../../../shared/company.ts';
import { fail, type Issue } from '../../../shared/failure.ts';
import type { Certificate } from '../../document/stamp/certificates/certificate.ts';
import { certificateSubject } from './certificate-subject.ts';

/*
 * A certificate names the seller and the terminal. A document that names another one would be a tax invoice in somebody
 * else's name, so a company that was changed outside the program issues nothing.
 */

export const certifiedFields = ['vatNumber', 'certificate', 'terminal'] as const;

type CertifiedField =
  | 'vatNumber'
  | 'serial'
  | 'numberPrefix'
  | 'organization'
  | 'organizationUnit'
  | 'address'
  | 'category'
  | 'documentTypes';

/** A fact of the company that a certificate states; a certificate may leave out any of them. */
interface StatedFact {
  /** The name of the company's field. */
  readonly field: CertifiedField;
  readonly here: string;
  readonly stated: string;
  /** True for a name in words, in which spaces and capital letters do not count. */
  readonly isWords: boolean;
}

/** Returns the facts in which a company differs from the certificate that was issued for it. */
export function differencesFrom(company: Company, certificate: Certificate): StatedFact[] {
  const subject = certificateSubject(company);
  const facts: readonly (readonly [CertifiedField, string, string | undefined, boolean?])[] = [
    ['vatNumber', subject.vatNumber, certificate.vatNumber],
    ['serial', subject.serial, certificate.deviceSerial],
    ['numberPrefix', subject.commonName, certificate.commonName, true],
    ['organization', subject.organization, certificate.organization, true],
    ['organizationUnit', subject.organizationUnit, certificate.organizationUnit, true],
    ['address', subject.address, certificate.address, true],
    ['category', subject.category, certificate.category, true],
    ['documentTypes', subject.documentTypes, certificate.documentTypes],
  ];
  return facts.flatMap(([field, here, stated = '', isWords = false]) =>
    stated === '' || isSame(here, stated, isWords) ? [] : [{ field, here, stated, isWords }],
  );
}

function isSame(here: string, stated: string, isWords: boolean): boolean {
  return isWords ? plain(here) === plain(stated) : here === stated;
}

const plain = (words: string) => words.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Refuses to issue in the name of another seller than that of the certificate.
 * @throws FailureError `seller-differs` (detail: the first `field` that differs, `here` and in the certificate `stated`)
 */
export function refuseOtherSeller(company: Company, certificate: Certificate): void {
  const [first] = differencesFrom(company, certificate);
  if (first === undefined) return;
  const { field, here, stated } = first;
  fail('seller-differs', { detail: { field, here, stated } });
}

/** Returns the company with the values that the certificate states, where its own differ. */
export function asCertified(company: Company, certificate: Certificate): Company {
  const differing = new Set(differencesFrom(company, certificate).map(({ field }) => field));
  if (differing.size === 0) return company;
  const take = (field: CertifiedField, here: string, stated: string | undefined) =>
    differing.has(field) && stated !== undefined ? stated : here;
  const { certificate: names, terminal } = company;
  const vatNumber = take('vatNumber', company.vatNumber, certificate.vatNumber);
  const serial = take('serial', terminal.serial, certificate.deviceSerial?.split('|3-').at(-1));
  // The request names the device by these three; a long name is cut off, and then its prefix is unknown.
  const ending = `-${serial}-${vatNumber}`;
  const prefix = certificate.commonName.endsWith(ending)
    ? certificate.commonName.slice(0, -ending.length)
    : undefined;
  const types = ['1000', '0100', '1100'] as const;
  return {
    ...company,
    vatNumber,
    certificate: {
      organization: take('organization', names.organization, certificate.organization),
      organizationUnit: take('organizationUnit', names.organizationUnit, certificate.organizationUnit),
      address: take('address', names.address, certificate.address),
      category: take('category', names.category, certificate.category),
      documentTypes: types.find((type) => type === certificate.documentTypes) ?? names.documentTypes,
    },
    terminal: { numberPrefix: take('numberPrefix', terminal.numberPrefix, prefix), serial },
  };
}

export function refuseCertifiedChange(before: Company, after: Company): void {
  const changed = certifiedFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const issues = changed.map(
    (field): Issue => ({ path: [field], code: 'fixed', message: 'is in the certificate' }),
  );
  if (issues.length > 0) fail('bad-input', { issues });
}
