import { createPublicKey, verify } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSignedBy, SigningKey } from '../../../main/document/stamp/key.ts';
import { isNative, isSignedByNative } from '../../../main/office/verify/signed-by.ts';

const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
const key = SigningKey.generate();
const keyObject = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' });

const byOpenSsl = (message: Uint8Array, signature: Uint8Array) =>
  verify('sha256', message, keyObject, signature);

/** Makes a DER integer that may be invalid in a signature: with extra zeros, or negative. */
function integer(value: bigint, zeros = 0): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const whole = Buffer.concat([Buffer.alloc(zeros), bytes]);
  return Buffer.concat([Buffer.of(2, whole.length), whole]);
}

/** Makes a DER integer as a signature requires it: never negative, without extra zeros. */
const positive = (value: bigint) =>
  integer(value, value.toString(16).length % 2 === 0 && isHigh(value) ? 1 : 0);
const isHigh = (value: bigint) => Number.parseInt(value.toString(16)[0] ?? '0', 16) > 7;

const sequence = (...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
};

function parts(signature: Buffer): [r: bigint, s: bigint] {
  const length = signature[3] ?? 0;
  const at = (start: number, end?: number) => BigInt(`0x${signature.subarray(start, end).toString('hex')}`);
  return [at(4, 4 + length), at(6 + length)];
}

test.runIf(`${process.platform}-${process.arch}` === 'linux-x64')('the native code is there', () => {
  expect(isNative).toBe(true);
});

describe.each([
  ['in WebAssembly', isSignedBy],
  ['in native code', isSignedByNative],
])('checking a signature %s', (_how, isSigned) => {
  test('signatures of any kind are taken as OpenSSL takes them', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (message, isMirrored) => {
        const [r, s] = parts(key.sign(message));
        const signature = sequence(positive(r), positive(isMirrored ? order - s : s));
        expect(byOpenSsl(message, signature)).toBe(true);
        expect(isSigned(key.publicKey, message, signature)).toBe(true);
        taken += 1;
      }),
      { numRuns: 60 },
    );
    expect(taken).toBe(60);
  });

  test('numbers outside of the order, zeros, and numbers in another form are refused as by OpenSSL', () => {
    const message = Buffer.from('a document');
    const [r, s] = parts(key.sign(message));
    const edge = fc.constantFrom(
      0n,
      1n,
      r,
      s,
      order - s,
      order - 1n,
      order,
      order + 1n,
      r + order,
      2n ** 256n,
      -1n,
    );
    const written = fc.tuple(
      edge.map((value) => (value < 0n ? 0xffn : value)),
      fc.nat(2),
    );
    fc.assert(
      fc.property(written, written, ([one, zeros], [two, more]) => {
        const signature = sequence(integer(one, zeros), integer(two, more));
        expect(isSigned(key.publicKey, message, signature)).toBe(byOpenSsl(message, signature));
      }),
      { numRuns: 400 },
    );
  });

  test('changed, shortened and lengthened bytes are refused as by OpenSSL', () => {
    const message = Buffer.from('a document');
    const signature = key.sign(message);
    const change = fc.record({
      at: fc.nat(signature.length - 1),
      value: fc.nat(255),
      end: fc.integer({ min: 0, max: signature.length }),
      more: fc.uint8Array({ maxLength: 3 }),
      isLong: fc.boolean(),
    });
    fc.assert(
      fc.property(change, ({ at, value, end, more, isLong }) => {
        const changed = Buffer.from(signature);
        changed[at] = value;
        // A length in two bytes, where one is enough, is BER and not DER.
        const long = Buffer.concat([Buffer.of(0x30, 0x81), signature.subarray(1)]);
        const cut = Buffer.concat([changed.subarray(0, end), more]);
        for (const each of [changed, cut, Buffer.concat([signature, more]), ...(isLong ? [long] : [])])
          expect(isSigned(key.publicKey, message, each)).toBe(byOpenSsl(message, each));
      }),
      { numRuns: 400 },
    );
  });
});

test('it verifies in a thread as well, beside this one', async () => {
  const message = Buffer.from('a document');
  const signature = key.sign(message);
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { isNative, isSignedByNative } = await import(workerData.module);
    const { publicKey, message, signature } = workerData;
    parentPort.postMessage([isNative, isSignedByNative(publicKey, message, signature), isSignedByNative(publicKey, signature, signature)]);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: {
      module: new URL('../../../main/office/verify/signed-by.ts', import.meta.url).href,
      publicKey: key.publicKey,
      message,
      signature,
    },
  });
  const answer = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  });
  await worker.terminate();
  expect(answer).toEqual([isNative, true, false]);
});
