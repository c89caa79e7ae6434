import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { decodeQr } from '../../../main/document/stamp/qr.ts';
import { readDocument } from '../../../main/document/stamp/read-document.ts';
import { restamp } from '../../../main/document/stamp/restamp.ts';
import { createStamper } from '../../../main/document/stamp/stamp.ts';
import { canonicalHash } from '../../../main/document/stamp/verify/canonical.ts';
import { verifyDocument } from '../../../main/document/stamp/verify/verify.ts';
import { document, failures, makeTraining, noon, someHash } from './support.ts';

const { stamper, certificate } = makeTraining();

describe('a stamped document', () => {
  test.each([
    ['simplified', document()],
    ['standard', document({ simplified: false })],
    ['with a seller whose name needs escaping', document({ seller: `<Tom> & "Sons" 'n' مكتبة 🖋` })],
    ['with a line that needs escaping', document({ line: `5 &gt; 4 &amp; "x" 'y' &#xD;` })],
  ])('%s passes every check', (_what, given) => {
    const stamped = stamper.stamp(given, noon);
    expect(failures(verifyDocument(stamped.xml, { previousHash: someHash }))).toEqual([]);
  });

  test('has the hash of its own text, which a real canonicaliser confirms', () => {
    const given = document();
    const { xml, hash } = stamper.stamp(given, noon);
    const text = given.head + given.opening + given.rest;
    expect(hash).toBe(createHash('sha256').update(text).digest('base64'));
    expect(canonicalHash(xml)).toBe(hash);
    expect(canonicalHash(Buffer.from(text))).toBe(hash);
  });

  test('the second opinion differs where the text is not canonical', () => {
    for (const line of ['&apos;', '&#65;', '<!-- no -->x', 'a > b']) {
      const stamped = stamper.stamp(document({ line }), noon);
      expect(canonicalHash(stamped.xml), line).not.toBe(stamped.hash);
      expect(failures(verifyDocument(stamped.xml)).map((text) => text.split(':')[0])).toContain('hash');
    }
  });

  test('keeps the bytes of the document around the blocks', () => {
    const given = document();
    const text = stamper.stamp(given, noon).xml.toString();
    const without = text
      .replace(/<ext:UBLExtensions>[\s\S]*<\/ext:UBLExtensions>/, '')
      .replace(/<cac:AdditionalDocumentReference><cbc:ID>QR<[\s\S]*?<\/cac:Signature>/, '');
    expect(without).toBe(given.head + given.opening + given.rest);
  });

  test('says when it was signed, in Riyadh time', () => {
    const text = stamper.stamp(document(), Date.UTC(2026, 11, 31, 21, 30, 5, 999)).xml.toString();
    expect(text).toContain('<xades:SigningTime>2027-01-01T00:30:05</xades:SigningTime>');
  });

  test('carries the certificate signature in its QR only when simplified', () => {
    const simplified = decodeQr(stamper.stamp(document(), noon).qr);
    expect(simplified).toHaveLength(9);
    expect(simplified?.[8]).toEqual(certificate.signature);
    expect(decodeQr(stamper.stamp(document({ simplified: false }), noon).qr)).toHaveLength(8);
  });

  test('has LF line ends alone', () => {
    expect(stamper.stamp(document(), noon).xml.includes('\r')).toBe(false);
  });

  test('is not made when the seller name is too long for its QR', () => {
    expect(() => stamper.stamp(document({ seller: 'ش'.repeat(128) }), noon)).toThrow(/company\.name/);
  });

  test('is not made with a key that is not the certificate’s', () => {
    expect(() => createStamper({ key: SigningKey.generate(), certificate })).toThrow(/of another key/);
  });

  test('names an issuer whose name needs quoting and escaping', () => {
    const other = makeTraining('A & B, "C" <D>');
    const { xml } = other.stamper.stamp(document(), noon);
    expect(xml.toString()).toContain(String.raw`CN="A &amp; B, \"C\" &lt;D&gt;"`);
    expect(failures(verifyDocument(xml))).toEqual([]);
  });
});

describe('stamping again, as the authority does at clearance', () => {
  const first = stamper.stamp(document({ simplified: false, seller: 'Tom & Sons' }), noon);
  const authorityStamper = makeTraining('Clearance').stamper;

  test('keeps the hash and changes the stamp', () => {
    const cleared = restamp(first.xml, authorityStamper, noon + 5000);
    expect(cleared.hash).toBe(first.hash);
    expect(cleared.qr).not.toBe(first.qr);
    expect(failures(verifyDocument(cleared.xml, { previousHash: someHash }))).toEqual([]);
    const before = readDocument(first.xml);
    const after = readDocument(cleared.xml);
    expect(after.certificateText).not.toBe(before.certificateText);
    expect({ ...after, certificateText: '', qr: '' }).toEqual({ ...before, certificateText: '', qr: '' });
  });

  test('stamps a document that had no stamp', () => {
    const { head, opening, rest } = document({ simplified: false, seller: 'Tom & Sons' });
    expect(restamp(Buffer.from(head + opening + rest), authorityStamper, noon).hash).toBe(first.hash);
  });

  test('takes a document that is not written canonically', () => {
    const text = `<?xml version='1.0'?>\n${first.xml}`
      .replace(
        '<cac:AccountingCustomerParty></cac:AccountingCustomerParty>',
        '<cac:AccountingCustomerParty/>',
      )
      .replaceAll('\n', '\r\n');
    const cleared = restamp(Buffer.from(text), authorityStamper, noon);
    expect(cleared.hash).toBe(first.hash);
    expect(failures(verifyDocument(cleared.xml))).toEqual([]);
  });

  test('writes a time in UTC into the QR as Riyadh time', () => {
    const utc = document({ simplified: false, time: '22:15:00Z' });
    const cleared = restamp(Buffer.from(utc.head + utc.opening + utc.rest), authorityStamper, noon);
    expect(decodeQr(cleared.qr)?.[2]?.toString()).toBe('2026-11-21T01:15:00');
    expect(failures(verifyDocument(cleared.xml))).toEqual([]);
  });

  test('refuses a document without a place for a stamp', () => {
    const text = first.xml.toString().replaceAll('cac:AccountingSupplierParty', 'cac:SellerSupplierParty');
    expect(() => restamp(Buffer.from(text), authorityStamper, noon)).toThrow(/bad-input/);
    expect(() => restamp(Buffer.from('no XML'), authorityStamper, noon)).toThrow(/bad-input/);
  });
});
