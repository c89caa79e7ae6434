/*
 * PostgreSQL's binary form of an array with one dimension. Written as text, its reading takes a third of what the database
 * does for a batch, and bytes are twice as long.
 */

interface Type {
  /** The number of the element's type in PostgreSQL's catalogue. */
  readonly oid: number;
  readonly bytesOf: (value: unknown) => number;
  /** Writes exactly these bytes. */
  readonly write: (value: unknown, to: Buffer, at: number) => void;
}

const whole = (oid: number, bytes: 2 | 4): Type => ({
  oid,
  bytesOf: () => bytes,
  write: (value, to, at) => to.writeIntBE(Number(value), at, bytes),
});

/** Numbers that are exact in halves of 32 bits; BigInt takes several times as long. */
function writeLarge(value: number, to: Buffer, at: number): void {
  const high = Math.floor(value / 2 ** 32);
  to.writeInt32BE(high, at);
  to.writeUInt32BE(value - high * 2 ** 32, at + 4);
}

const large: Type = {
  oid: 20,
  bytesOf: () => 8,
  write(value, to, at) {
    if (typeof value === 'number' && Number.isSafeInteger(value)) writeLarge(value, to, at);
    else to.writeBigInt64BE(BigInt(value as number | string), at);
  },
};

/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000);

const instant: Type = {
  oid: 1184,
  bytesOf: () => 8,
  write(value, to, at) {
    const time = typeof value === 'number' ? value : new Date(value as string | Date).getTime();
    large.write((time - epoch) * 1000, to, at);
  },
};

const text: Type = {
  oid: 25,
  bytesOf: (value) => Buffer.byteLength(String(value)),
  write: (value, to, at) => to.write(String(value), at),
};

const bytes: Type = {
  oid: 17,
  bytesOf: (value) => (value as Buffer).length,
  write: (value, to, at) => (value as Buffer).copy(to, at),
};

/** The few columns of other types are sent as text. */
const types: Readonly<Record<string, Type>> = {
  smallint: whole(21, 2),
  integer: whole(23, 4),
  bigint: large,
  boolean: { oid: 16, bytesOf: () => 1, write: (value, to, at) => to.writeUInt8(value === true ? 1 : 0, at) },
  text,
  bytea: bytes,
  timestamptz: instant,
};

const headBytes = 20;

/** Returns the array as the driver sends it: bytes, or the values themselves for a type that goes as text. */
export function arrayOf(type: string, values: readonly unknown[]): Buffer | readonly unknown[] {
  const element = types[type];
  if (element === undefined) return values;
  const sizes = values.map((value) => (value === null || value === undefined ? -1 : element.bytesOf(value)));
  const sum = sizes.reduce((total, size) => total + 4 + Math.max(size, 0), 0);
  const array = Buffer.allocUnsafe(headBytes + sum);
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  array.writeInt32BE(1, 4);
  array.writeInt32BE(element.oid, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  if (values.length === 0) return array.subarray(0, 12);
  let at = headBytes;
  for (const [index, value] of values.entries()) {
    const size = sizes[index] ?? -1;
    array.writeInt32BE(size, at);
    at += 4;
    if (size < 0) continue;
    element.write(value, array, at);
    at += size;
  }
  return array;
}
