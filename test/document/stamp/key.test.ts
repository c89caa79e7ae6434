import { createPublicKey, verify } from 'node:crypto';
import { inspect } from 'node:util';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSignedBy, SigningKey } from '../../../main/document/stamp/key.ts';
import { isSignedByNative } from '../../../main/office/verify/signed-by.ts';

const bytes = Buffer.alloc(32, 7);
const order = secp256k1.Point.Fn.ORDER;

describe('a signing key', () => {
  test('signs so that its public key verifies, and nothing else does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(31), (message, at) => {
        const key = SigningKey.generate();
        const signature = key.sign(message);
        expect(isSignedBy(key.publicKey, message, signature)).toBe(true);
        const changed = Buffer.from(message);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(isSignedBy(key.publicKey, changed, signature)).toBe(false);
        expect(isSignedBy(SigningKey.generate().publicKey, message, signature)).toBe(false);
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  test('comes back from its secret and signs the same', () => {
    const key = SigningKey.generate();
    const again = SigningKey.fromSecret(key.toSecret());
    expect(again.publicKey).toEqual(key.publicKey);
    expect(again.sign(bytes)).toEqual(key.sign(bytes));
  });

  test('has a DER public key of 88 bytes', () => {
    expect(SigningKey.generate().publicKey).toHaveLength(88);
  });

  test('never shows its secret', () => {
    const key = SigningKey.generate();
    const secret = key.toSecret();
    const shown = [
      JSON.stringify(key),
      String(key),
      `${key}`,
      inspect(key, { showHidden: true, depth: 9 }),
      JSON.stringify(Object.entries(Object.getOwnPropertyDescriptors(key))),
    ].join('\n');
    const bytesOfSecret = Buffer.from(secret, 'base64');
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(bytesOfSecret.toString('hex'));
    expect(shown).not.toContain(bytesOfSecret.join(','));
    expect(shown).not.toContain(bytesOfSecret.join(', '));
  });

  test.each([
    ['nothing', ''],
    ['other text', 'not a key'],
    ['31 bytes', Buffer.alloc(31, 1).toString('base64')],
    ['zero', Buffer.alloc(32).toString('base64')],
    ['the order of the curve', Buffer.from(order.toString(16), 'hex').toString('base64')],
  ])('is not made of %s, and the refusal does not repeat it', (_what, text) => {
    const attempt = () => SigningKey.fromSecret(text);
    expect(attempt).toThrow(/not a signing key/);
    if (text !== '') expect(attempt).not.toThrow(text);
  });
});

describe.each([
  ['in WebAssembly', isSignedBy],
  ['in native code', isSignedByNative],
])('checking a signature %s', (_how, isSigned) => {
  const key = SigningKey.generate();
  const signature = key.sign(bytes);

  test('tells the signed bytes and the right key from others', () => {
    expect(isSigned(key.publicKey, bytes, signature)).toBe(true);
    expect(isSigned(key.publicKey, Buffer.alloc(32, 8), signature)).toBe(false);
    expect(isSigned(SigningKey.generate().publicKey, bytes, signature)).toBe(false);
  });

  test('accepts a high S, as the authority itself writes it', () => {
    const { r, s } = secp256k1.Signature.fromBytes(signature, 'der');
    const mirrored = new secp256k1.Signature(r, order - s);
    expect(mirrored.hasHighS()).toBe(true);
    expect(isSigned(key.publicKey, bytes, mirrored.toBytes('der'))).toBe(true);
  });

  test('answers no to what is no signature or no key of the curve', () => {
    const offCurve = Buffer.from(key.publicKey);
    offCurve[87] = (offCurve[87] ?? 0) ^ 1;
    expect(isSigned(key.publicKey, bytes, Buffer.from('no DER'))).toBe(false);
    expect(isSigned(key.publicKey, bytes, Buffer.concat([signature, Buffer.of(0)]))).toBe(false);
    expect(isSigned(offCurve, bytes, signature)).toBe(false);
    expect(isSigned(key.publicKey.subarray(0, 60), bytes, signature)).toBe(false);
    expect(isSigned(Buffer.alloc(88), bytes, signature)).toBe(false);
  });

  test('answers the same for the thousandth signature of a key, as another library does', () => {
    const { BASE, Fn } = secp256k1.Point;
    const publicKey = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' });
    const scalar = fc.bigInt({ min: 0n, max: order });
    const der = (r: bigint, s: bigint) => {
      const parts = [r, s].map((value) => {
        const hex = value.toString(16);
        const even = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
        const bytes = (even[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), even]) : even;
        return Buffer.concat([Buffer.of(2, bytes.length), bytes]);
      });
      const body = Buffer.concat(parts);
      return Buffer.concat([Buffer.of(0x30, body.length), body]);
    };
    for (let count = 0; count < 100; count += 1) expect(isSigned(key.publicKey, bytes, signature)).toBe(true);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), scalar, scalar, (message, a, b) => {
        const { r, s } = secp256k1.Signature.fromBytes(key.sign(message), 'der');
        const other = BASE.multiply(Fn.create(a) || 1n).toAffine().x;
        for (const [one, two] of [
          [r, s],
          [r, order - s],
          [s, r],
          [r, a],
          [b, s],
          [a, b],
          [r + order, s],
          [Fn.create(other), s],
        ] as const) {
          const made = der(one, two);
          expect(isSigned(key.publicKey, message, made)).toBe(verify('sha256', message, publicKey, made));
          expect(isSigned(key.publicKey, Buffer.concat([message, Buffer.of(1)]), made)).toBe(false);
        }
      }),
      { numRuns: 12, seed: 1 },
    );
    expect(isSigned(SigningKey.generate().publicKey, bytes, signature)).toBe(false);
    expect(isSigned(key.publicKey, bytes, signature)).toBe(true);
  });
});
