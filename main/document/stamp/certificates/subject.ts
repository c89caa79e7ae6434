import { isVatGroup, memberNumber } from '../../../../shared/company.ts';
import { fail, type Issue } from '../../../../shared/failure.ts';
import { attribute, makeName, readName } from './name.ts';
import { childrenOf, type DerElement, isTagged } from './read-der.ts';
import { type DerNode, printableString, sequence, tagged, utf8String } from './write-der.ts';

/** The authority's limits of each name in a request. Source: facts on the gateway, "The certificate request". */
const maxCharacters = 64;
const maxBytes = 127;

const patterns: Partial<Record<keyof CertificateSubject, { pattern: RegExp; message: string }>> = {
  country: { pattern: /^[A-Z]{2}$/, message: 'must be a country code such as SA' },
  serial: { pattern: /^1-[^|]+\|2-[^|]+\|3-[^|]+$/, message: 'must be 1-<vendor>|2-<model>|3-<serial>' },
  vatNumber: { pattern: /^3\d{13}3$/, message: 'must have 15 digits, the first and the last a 3' },
  documentTypes: { pattern: /^[01]{4}$/, message: 'must be four digits such as 1100' },
};

const fields = [
  'commonName',
  'organization',
  'organizationUnit',
  'country',
  'serial',
  'vatNumber',
  'documentTypes',
  'address',
  'category',
] as const satisfies (keyof CertificateSubject)[];

/** Checks a subject. @throws FailureError `bad-input` with one issue for each field that the authority would refuse */
export function checkSubject(subject: CertificateSubject): void {
  const issues: Issue[] = fields.flatMap((field) => {
    const value = subject[field];
    const rule = patterns[field];
    const refuse = (code: string, message: string, params?: Issue['params']): Issue[] => [
      { path: [field], code, message, ...(params && { params }) },
    ];
    if (value.trim() === '') return refuse('blank', 'must not be blank');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(value))
      return refuse('control-character', 'must not contain control characters');
    if ([...value].length > maxCharacters)
      return refuse('too-long', `must have at most ${maxCharacters} characters`, { limit: maxCharacters });
    if (Buffer.byteLength(value) > maxBytes)
      return refuse('too-many-bytes', `must have at most ${maxBytes} bytes of UTF-8`, { limit: maxBytes });
    return rule === undefined || rule.pattern.test(value) ? [] : refuse(field, rule.message);
  });
  if (isVatGroup(subject.vatNumber) && !memberNumber.test(subject.organizationUnit))
    issues.push({
      path: ['organizationUnit'],
      code: 'vat-group-unit',
      message: 'must be the ten-digit TIN of the VAT group member',
    });
  if (issues.length > 0) fail('bad-input', { issues });
}

/** Makes the subject's name, in the order that the authority requires. */
export function subjectName(subject: CertificateSubject): DerNode {
  return makeName([
    [attribute.country, printableString(subject.country)],
    [attribute.organizationUnit, utf8String(subject.organizationUnit)],
    [attribute.organization, utf8String(subject.organization)],
    [attribute.commonName, utf8String(subject.commonName)],
  ]);
}

/** Makes the subjectAltName's value: one directoryName with the fields that the name itself lacks. */
export function subjectAltName(subject: CertificateSubject): DerNode {
  const name = makeName([
    [attribute.surname, utf8String(subject.serial)],
    [attribute.userId, utf8String(subject.vatNumber)],
    [attribute.title, utf8String(subject.documentTypes)],
    [attribute.registeredAddress, utf8String(subject.address)],
    [attribute.businessCategory, utf8String(subject.category)],
  ]);
  return sequence(tagged(directoryName, name));
}

/** GeneralName's choice (RFC 5280 §4.2.1.6). */
const directoryName = 4;

/** Reads the directoryName of a subjectAltName; empty if it has none. */
export function readSubjectAltName(value: DerElement | undefined): Map<string, string> {
  const choice = value && childrenOf(value).find((name) => isTagged(name, directoryName));
  return choice === undefined ? new Map() : readName(childrenOf(choice)[0]);
}

/** Joins a subject from a name and a subjectAltName; missing fields become empty texts. */
export function readSubject(name: DerElement | undefined, alternative: DerElement | undefined) {
  const names = readName(name);
  const more = readSubjectAltName(alternative);
  return {
    /** A free name of the device, for instance `TST-886431145-399999999900003`. */
    commonName: names.get(attribute.commonName) ?? '',
    organization: names.get(attribute.organization) ?? '',
    /** The branch; in a VAT group the member's TIN, ten digits. */
    organizationUnit: names.get(attribute.organizationUnit) ?? '',
    country: names.get(attribute.country) ?? '',
    /** The serial number, as `1-<vendor>|2-<model>|3-<serial>`. */
    serial: more.get(attribute.surname) ?? '',
    /** The VAT number: 15 digits, of which the first and the last are 3; if the 11th is 1, it belongs to a VAT group. */
    vatNumber: more.get(attribute.userId) ?? '',
    /** The document types (TSCZ): `1000` standard, `0100` simplified, `1100` both. */
    documentTypes: more.get(attribute.title) ?? '',
    /** The branch's registered address, in the short form `RRRD2929` or in words. */
    address: more.get(attribute.registeredAddress) ?? '',
    category: more.get(attribute.businessCategory) ?? '',
  };
}

/** The subject of a certificate request, in the authority's terms. */
export type CertificateSubject = Readonly<ReturnType<typeof readSubject>>;
