import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeQr, encodeQr, type QrFields } from '../../../main/document/stamp/qr.ts';

const fields: QrFields = {
  sellerName: 'Qalam',
  vatNumber: '399999999900003',
  issuedAt: '2026-11-20T12:00:00',
  payable: '11.50',
  vat: '1.50',
  hash: 'h'.repeat(44),
  signature: 's'.repeat(96),
  publicKey: Buffer.alloc(88, 8),
  certificateSignature: Buffer.alloc(72, 9),
};

describe('the content of a QR', () => {
  test('comes back tag by tag, lengths counted in bytes', () => {
    const name = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .filter((text) => Buffer.byteLength(text) <= 255);
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(name, bytes, fc.option(bytes, { nil: undefined }), (sellerName, publicKey, signature) => {
        const text = encodeQr({ ...fields, sellerName, publicKey, certificateSignature: signature });
        const values = decodeQr(text);
        expect(values).toHaveLength(signature === undefined ? 8 : 9);
        expect(values?.[0]?.toString()).toBe(sellerName);
        expect(values?.slice(1, 7).map(String)).toEqual([
          fields.vatNumber,
          fields.issuedAt,
          fields.payable,
          fields.vat,
          fields.hash,
          fields.signature,
        ]);
        expect(values?.[7]).toEqual(Buffer.from(publicKey));
        if (signature !== undefined) expect(values?.[8]).toEqual(Buffer.from(signature));
      }),
      { seed: 1 },
    );
  });

  test('holds a seller name of 127 Arabic letters and refuses one of 128', () => {
    const name = 'ش'.repeat(127);
    expect(decodeQr(encodeQr({ ...fields, sellerName: name }))?.[0]?.toString()).toBe(name);
    expect(() => encodeQr({ ...fields, sellerName: `${name}ش` })).toThrowError(
      expect.objectContaining({
        failure: expect.objectContaining({
          code: 'bad-input',
          issues: [expect.objectContaining({ path: ['company', 'name'], code: 'qr-too-long' })],
        }),
      }),
    );
  });

  test('is refused beyond 1000 characters of Base64 (BR-CL-KSA-14)', () => {
    // The limit of 1000 characters is 750 bytes. The other tags take 2 × 9 + 15 + 19 + 5 + 4 + 44 + 96 + 88 + 72.
    const fitting = 750 - (18 + 15 + 19 + 5 + 4 + 44 + 96 + 88 + 72);
    expect(fitting).toBeGreaterThan(255);
    const long = { ...fields, sellerName: 'x'.repeat(250), publicKey: Buffer.alloc(88 + fitting - 250) };
    expect(encodeQr(long)).toHaveLength(1000);
    expect(() => encodeQr({ ...long, payable: `${long.payable}0` })).toThrow(/1000 Base64 characters/);
  });

  test.each([
    ['no Base64', '@@@'],
    ['a tag out of order', Buffer.from([2, 1, 65]).toString('base64')],
    ['a length past the end', Buffer.from([1, 3, 65]).toString('base64')],
    ['a tag without length', Buffer.from([1, 1, 65, 2]).toString('base64')],
  ])('is not read from %s', (_what, text) => {
    expect(decodeQr(text)).toBeUndefined();
  });
});
