import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  csidToCertificateText,
  readCertificate,
} from '../../../main/document/stamp/certificates/certificate.ts';
import { CertificateAuthority } from '../../../main/document/stamp/certificates/certificate-authority.ts';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../../main/document/stamp/certificates/certificate-request.ts';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { haveSamples, readSample } from './samples.ts';
import { makeTraining, noon, oneDay, openssl, subject } from './support.ts';

const request = readCertificateRequest(
  makeCertificateRequest(SigningKey.generate(), subject, 'TSTZATCA-Code-Signing'),
);
const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;

describe('a certificate of the training authority', () => {
  const { authority, certificate, key } = makeTraining();

  test('says what was asked for', () => {
    expect(certificate).toMatchObject({
      subject: 'CN=TST-886431145-399999999900003, O=Maximum Speed Tech Supply LTD, OU=Riyadh Branch, C=SA',
      issuer: 'CN=Training authority',
      validFrom: noon,
      validTo: noon + 365 * oneDay,
      commonName: subject.commonName,
      vatNumber: subject.vatNumber,
      documentTypes: subject.documentTypes,
      template: 'TSTZATCA-Code-Signing',
    });
    expect(certificate.publicKey).toEqual(key.publicKey);
  });

  test('has the serial it was given, or an own one', () => {
    const issue = (serial?: string) =>
      readCertificate(
        authority.issue({ request, validFrom: noon, validTo: noon + oneDay, ...(serial && { serial }) }),
      ).serial;
    for (const serial of ['1', '127', '128', '255', '256', '379112742831380471835263969587287663520528387'])
      expect(issue(serial)).toBe(serial);
    expect(issue()).not.toBe(issue());
  });

  test('may be valid beyond 2049, where the form of its times changes', () => {
    const validTo = Date.UTC(2050, 0, 1);
    const long = readCertificate(authority.issue({ request, validFrom: noon, validTo }));
    expect(long.validTo).toBe(validTo);
  });

  test('is still issued after the authority was put away and taken out again', () => {
    const again = CertificateAuthority.fromSecret(authority.toSecret());
    expect(again.certificate).toEqual(authority.certificate);
    const issued = readCertificate(again.issue({ request, validFrom: noon, validTo: noon + oneDay }));
    expect(issued.issuer).toBe(authority.certificate.subject);
  });

  test('does not give its issuer away', () => {
    const [secret = ''] = authority.toSecret().split('\n');
    expect(JSON.stringify(authority) + inspect(authority, { showHidden: true, depth: 9 })).not.toContain(
      secret,
    );
  });

  const version = openssl('version');
  test.skipIf(version === undefined)('convinces OpenSSL', () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    try {
      const root = join(folder, 'root.pem');
      writeFileSync(root, pem(authority.certificate.text));
      const at = String(noon / 1000 + 60);
      const verified = openssl(
        'verify',
        '-x509_strict',
        '-attime',
        at,
        '-CAfile',
        root,
      )?.(pem(certificate.text));
      expect(verified).toMatchObject({ ok: true });
      const shown = openssl('x509', '-text', '-noout')?.(pem(certificate.text)).text ?? '';
      expect(shown).toContain('Version: 3');
      expect(shown).toMatch(/X509v3 Key Usage: critical\s+Digital Signature\n/);
      expect(shown).toContain(`DirName:/SN=${subject.serial}/UID=399999999900003/title=1100/`);
      expect(shown).toContain('X509v3 Authority Key Identifier');
      const other = makeTraining().authority;
      writeFileSync(root, pem(other.certificate.text));
      expect(openssl('verify', '-attime', at, '-CAfile', root)?.(pem(certificate.text)).ok).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('names are spelt as the authority compares them', () => {
  test.each([
    ['Plain Name', 'CN=Plain Name'],
    ['هيئة التدريب', 'CN=هيئة التدريب'],
    ['A, B', 'CN="A, B"'],
    ['A = B; C + D', 'CN="A = B; C + D"'],
    ['says "hi"', String.raw`CN="says \"hi\""`],
    [String.raw`back\slash`, String.raw`CN="back\\slash"`],
    ['two  spaces', 'CN="two  spaces"'],
    [' outer ', 'CN=" outer "'],
    ['#1', 'CN="#1"'],
  ])('%s', (commonName, spelt) => {
    const authority = CertificateAuthority.create({ commonName, now: noon, validForDays: 1 });
    expect(authority.certificate.subject).toBe(spelt);
  });
});

describe('what is no certificate', () => {
  const { certificate } = makeTraining();

  test.each([
    ['nothing', ''],
    ['words', 'certificate'],
    ['PEM', pem(certificate.text)],
    ['half of one', certificate.text.slice(0, 400)],
    ['one with a line break', `${certificate.text}\n`],
    ['one with something behind it', Buffer.concat([certificate.der, Buffer.of(0)]).toString('base64')],
    ['an empty sequence', Buffer.of(0x30, 0).toString('base64')],
  ])('%s is refused', (_what, text) => {
    expect(() => readCertificate(text)).toThrow(/bad-input: certificate/);
  });

  test('a security token is Base64 of the text of a certificate', () => {
    const token = Buffer.from(certificate.text).toString('base64');
    expect(csidToCertificateText(token)).toBe(certificate.text);
    expect(() => csidToCertificateText(certificate.text)).toThrow(/bad-input: certificate/);
    expect(() => csidToCertificateText('')).toThrow(/bad-input: certificate/);
  });
});

describe.skipIf(!haveSamples)('the certificate of the official samples', () => {
  test('is read as the samples state it', () => {
    const text = readSample('cert.pem').toString().trim();
    const certificate = readCertificate(text);
    expect(text).toHaveLength(1328);
    expect(certificate).toMatchObject({
      text,
      issuer: 'CN=PRZEINVOICESCA4-CA, DC=extgazt, DC=gov, DC=local',
      serial: '379112742831380471835263969587287663520528387',
      commonName: 'TST-886431145-399999999900003',
      vatNumber: '399999999900003',
      documentTypes: '1100',
      validFrom: Date.UTC(2024, 0, 11, 9, 19, 30),
      validTo: Date.UTC(2029, 0, 9, 9, 19, 30),
    });
    expect(certificate.publicKey.toString('hex')).toBe(
      '3056301006072a8648ce3d020106052b8104000a03420004a1608a6b449af45204ad33afd2e0240b5548297c54f673e9c76be57f8ca131e8f2f1cd365c96e50eaeed3f2768f26ab46a138c98da3c8309e2ed7b75293f5478',
    );
    expect(certificate.signature.toString('hex')).toBe(
      '3045022100b13f89c8669d65c250a51b71adf2722f28ab068bbc574756342bbde23dbaa01b02203d842e0cf2380c0400cf4b399ddae88f240ea0291dcb134dd4ef97aa6c2feb5c',
    );
  });
});
