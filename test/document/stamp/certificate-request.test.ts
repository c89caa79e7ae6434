import { describe, expect, test } from 'vitest';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../../main/document/stamp/certificates/certificate-request.ts';
import type { CertificateSubject } from '../../../main/document/stamp/certificates/subject.ts';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { FailureError } from '../../../shared/failure.ts';
import { haveSamples, readSample } from './samples.ts';
import { openssl, subject } from './support.ts';

const key = SigningKey.generate();
const template = 'PREZATCA-Code-Signing';
const arabic: CertificateSubject = {
  ...subject,
  organization: 'شركة توريد التكنولوجيا بأقصى سرعة المحدودة',
  organizationUnit: 'فرع الرياض',
  category: 'أنشطة توريدات',
};

describe('a certificate request', () => {
  test.each([
    ['in Latin', subject],
    ['in Arabic', arabic],
    ['of a VAT group', { ...subject, vatNumber: '399999999910003', organizationUnit: '3999999999' }],
  ])('%s comes back as it was written', (_what, given) => {
    expect(readCertificateRequest(makeCertificateRequest(key, given, template))).toEqual({
      subject: given,
      template,
      publicKey: key.publicKey,
    });
  });

  test.each<[string, Partial<CertificateSubject>, string, string]>([
    ['a blank name', { commonName: ' ' }, 'commonName', 'blank'],
    ['65 characters', { organization: 'x'.repeat(65) }, 'organization', 'too-long'],
    ['128 bytes in 64 characters', { organization: 'ش'.repeat(64) }, 'organization', 'too-many-bytes'],
    ['a line break', { address: 'a\nb' }, 'address', 'control-character'],
    ['a VAT number of 14 digits', { vatNumber: '39999999990003' }, 'vatNumber', 'vatNumber'],
    ['a serial of two parts', { serial: '1-a|2-b' }, 'serial', 'serial'],
    ['a lower-case country', { country: 'sa' }, 'country', 'country'],
    ['letters as document types', { documentTypes: 'B2C' }, 'documentTypes', 'documentTypes'],
    [
      'a VAT group without the TIN of its member',
      { vatNumber: '399999999910003' },
      'organizationUnit',
      'vat-group-unit',
    ],
  ])('with %s is refused at its field', (_what, change, field, code) => {
    const error = caught(() => makeCertificateRequest(key, { ...subject, ...change }, template));
    expect(error.failure).toMatchObject({ code: 'bad-input', issues: [{ path: [field], code }] });
  });

  test('takes 63 Arabic characters: they fit both limits', () => {
    const long = { ...subject, organization: 'ش'.repeat(63) };
    expect(readCertificateRequest(makeCertificateRequest(key, long, template)).subject).toEqual(long);
  });

  test('signed by another key, or changed, or something else is refused', () => {
    const pem = makeCertificateRequest(key, subject, template);
    const der = Buffer.from(pem.replaceAll(/-----.*-----|\n/g, ''), 'base64');
    const renamed = Buffer.from(der.toString('latin1').replace('Riyadh Branch', 'Jeddah Branch'), 'latin1');
    expect(renamed.equals(der)).toBe(false);
    const bad = [
      '',
      'hello',
      armour(renamed),
      armour(der.subarray(0, -1)),
      armour(Buffer.of(0x30, 0)),
      pem.replaceAll('CERTIFICATE REQUEST', 'CERTIFICATE'),
    ];
    for (const each of bad)
      expect(caught(() => readCertificateRequest(each)).failure).toMatchObject({
        code: 'bad-input',
        issues: [{ code: 'not-a-request' }],
      });
    expect(readCertificateRequest(armour(der)).publicKey).toEqual(key.publicKey);
  });

  const verify = openssl('req', '-verify', '-text', '-noout', '-nameopt', 'utf8,sep_comma_plus');
  test.skipIf(verify === undefined)('convinces OpenSSL, with the subject in the order asked for', () => {
    const answer = verify?.(makeCertificateRequest(key, arabic, template));
    expect(answer?.ok).toBe(true);
    expect(answer?.text).toMatch(/verify OK/);
    expect(answer?.text).toContain(
      `Subject: C=SA,OU=${arabic.organizationUnit},O=${arabic.organization},CN=${arabic.commonName}`,
    );
    expect(answer?.text).toContain('ASN1 OID: secp256k1');
    expect(answer?.text).toContain('..PREZATCA-Code-Signing');
    expect(answer?.text).toContain(
      'UID=399999999900003/title=1100/registeredAddress=RRRD2929/businessCategory=',
    );
  });

  const structure = openssl('asn1parse');
  test.skipIf(structure === undefined)(
    'writes country and template as PrintableString, names as UTF8String',
    () => {
      const text = structure?.(makeCertificateRequest(key, subject, template)).text ?? '';
      const types = [...text.matchAll(/OBJECT +:(\w+)\n.*prim: (\w+)/g)].map(([, name, type]) => [
        name,
        type,
      ]);
      expect(types).toEqual(
        expect.arrayContaining([
          ['countryName', 'PRINTABLESTRING'],
          ['organizationalUnitName', 'UTF8STRING'],
          ['organizationName', 'UTF8STRING'],
          ['commonName', 'UTF8STRING'],
        ]),
      );
      // The byte 0x13 means PrintableString; its length follows.
      expect(text.toUpperCase()).toContain(
        `[HEX DUMP]:1315${Buffer.from(template).toString('hex').toUpperCase()}`,
      );
    },
  );
});

describe.skipIf(!haveSamples)('the inputs of the official samples', () => {
  test.each(['AR', 'AR-VAT-Group', 'EN', 'EN-VAT-group'])('%s make a request', (name) => {
    const properties = new Map(
      readSample('csr', `csr-config-example-${name}.properties`)
        .toString()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).trim()]),
    );
    const read = (property: string) => properties.get(`csr.${property}`) ?? '';
    const given: CertificateSubject = {
      commonName: read('common.name'),
      organization: read('organization.name'),
      organizationUnit: read('organization.unit.name'),
      country: read('country.name'),
      serial: read('serial.number'),
      vatNumber: read('organization.identifier'),
      documentTypes: read('invoice.type'),
      address: read('location.address'),
      category: read('industry.business.category'),
    };
    expect(readCertificateRequest(makeCertificateRequest(key, given, template)).subject).toEqual(given);
  });
});

function armour(der: Buffer): string {
  const label = 'CERTIFICATE REQUEST';
  return `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;
}

function caught(action: () => unknown): FailureError {
  try {
    action();
  } catch (error) {
    if (error instanceof FailureError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
