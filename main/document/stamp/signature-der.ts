/*
 * An ECDSA signature as X.509 and XML signatures of the authority write it: the DER of a sequence of the integers r and
 * s (RFC 3279, 2.2.3). The curve's library has them as 32 bytes each.
 */

const [sequence, integer] = [0x30, 0x02];
const scalarBytes = 32;

/** @param compact r and s, 32 bytes each @returns 70 to 72 bytes in nearly all cases */
export function toDer(compact: Uint8Array): Buffer {
  const body = Buffer.concat([
    integerOf(compact.subarray(0, scalarBytes)),
    integerOf(compact.subarray(scalarBytes)),
  ]);
  return Buffer.concat([Buffer.of(sequence, body.length), body]);
}

function integerOf(scalar: Uint8Array): Buffer {
  const first = scalar.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : Buffer.from(scalar.subarray(first));
  // The first bit is the sign.
  const bytes = isNegative(digits) ? Buffer.concat([Buffer.of(0), digits]) : digits;
  return Buffer.concat([Buffer.of(integer, bytes.length), bytes]);
}

/** Returns r and s, 32 bytes each; undefined for anything but strict DER of two numbers of that length. */
export function fromDer(der: Uint8Array): Buffer | undefined {
  if (der[0] !== sequence || der[1] !== der.length - 2) return undefined;
  const r = integerAt(der, 2);
  const s = r === undefined ? undefined : integerAt(der, r.end);
  if (r === undefined || s?.end !== der.length) return undefined;
  const compact = Buffer.alloc(2 * scalarBytes);
  compact.set(r.digits, scalarBytes - r.digits.length);
  compact.set(s.digits, 2 * scalarBytes - s.digits.length);
  return compact;
}

function integerAt(der: Uint8Array, at: number) {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  const bytes = der.subarray(at + 2, end);
  if (der[at] !== integer || length === 0 || end > der.length || isNegative(bytes)) return undefined;
  const hasZero = bytes[0] === 0 && length > 1;
  const digits = hasZero ? bytes.subarray(1) : bytes;
  // A zero in front is there for the sign and for nothing else.
  if ((hasZero && !isNegative(digits)) || digits.length > scalarBytes) return undefined;
  return { digits, end };
}

const isNegative = (bytes: Uint8Array) => (bytes[0] ?? 0) > 0x7f;
