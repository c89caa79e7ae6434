/*
 * PostgreSQL's binary form of an array with one dimension. Written as text, its reading takes a third of what the database
 * does for a batch, and bytes are twice as long.
 */

interface Type {
  /** The number of the element's type in PostgreSQL's catalogue. */
  readonly oid: number;
  readonly encode: (value: unknown) => Buffer;
}

const whole = (bytes: 2 | 4) => (value: unknown) => {
  const encoded = Buffer.allocUnsafe(bytes);
  encoded.writeIntBE(Number(value), 0, bytes);
  return encoded;
};

function large(value: unknown): Buffer {
  const encoded = Buffer.allocUnsafe(8);
  encoded.writeBigInt64BE(BigInt(value as number | string));
  return encoded;
}

/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000);

function instant(value: unknown): Buffer {
  const at = typeof value === 'number' ? value : new Date(value as string | Date).getTime();
  return large((at - epoch) * 1000);
}

/** The few columns of other types are sent as text. */
const types: Readonly<Record<string, Type>> = {
  smallint: { oid: 21, encode: whole(2) },
  integer: { oid: 23, encode: whole(4) },
  bigint: { oid: 20, encode: large },
  boolean: { oid: 16, encode: (value) => Buffer.of(value === true ? 1 : 0) },
  text: { oid: 25, encode: (value) => Buffer.from(String(value), 'utf8') },
  bytea: { oid: 17, encode: (value) => value as Buffer },
  timestamptz: { oid: 1184, encode: instant },
};

/** Returns the array as the driver sends it: bytes, or the values themselves for a type that goes as text. */
export function arrayOf(type: string, values: readonly unknown[]): Buffer | readonly unknown[] {
  const element = types[type];
  if (element === undefined) return values;
  const head = Buffer.alloc(20);
  head.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  head.writeInt32BE(1, 4);
  head.writeInt32BE(element.oid, 8);
  head.writeInt32BE(values.length, 12);
  head.writeInt32BE(1, 16);
  if (values.length === 0) return head.subarray(0, 12);
  const pieces: Buffer[] = [head];
  for (const value of values) {
    const encoded = value === null || value === undefined ? undefined : element.encode(value);
    const length = Buffer.allocUnsafe(4);
    length.writeInt32BE(encoded?.length ?? -1);
    pieces.push(length);
    if (encoded !== undefined) pieces.push(encoded);
  }
  return Buffer.concat(pieces);
}
