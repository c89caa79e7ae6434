import type { asn1 as forge } from 'node-forge';
import asn1 from 'node-forge/lib/asn1.js';
import { type DerElement, readDer } from './read-der.ts';

/*
 * Writes the parts of Distinguished Encoding Rules (ITU-T X.690) that certificates and their requests need. node-forge keeps
 * bytes in "binary strings" (one character per byte); this module converts them. It never reads with node-forge.
 */

export type DerNode = forge.Asn1;

const { Class, Type } = asn1;

const toBinary = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const primitive = (type: forge.Type, bytes: string): DerNode =>
  asn1.create(Class.UNIVERSAL, type, false, bytes);
const constructed = (type: forge.Type, children: DerNode[]): DerNode =>
  asn1.create(Class.UNIVERSAL, type, true, children);

export const sequence = (...children: DerNode[]): DerNode => constructed(Type.SEQUENCE, children);
export const set = (...children: DerNode[]): DerNode => constructed(Type.SET, children);
export const oid = (dotted: string): DerNode => primitive(Type.OID, asn1.oidToDer(dotted).getBytes());
export const boolean = (value: boolean): DerNode => primitive(Type.BOOLEAN, value ? '\xff' : '\0');
export const octetString = (bytes: Uint8Array): DerNode => primitive(Type.OCTETSTRING, toBinary(bytes));
export const printableString = (text: string): DerNode => primitive(Type.PRINTABLESTRING, text);
export const utf8String = (text: string): DerNode =>
  primitive(Type.UTF8, toBinary(Buffer.from(text, 'utf8')));

/** Makes a bit string of whole bytes; `unusedBits` of the last one do not count (named bit lists such as key usage). */
export const bitString = (bytes: Uint8Array, unusedBits = 0): DerNode =>
  primitive(Type.BITSTRING, String.fromCharCode(unusedBits) + toBinary(bytes));

/** Makes a non-negative integer from its big-endian bytes. */
export function integer(bytes: Uint8Array): DerNode {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.of(0) : Buffer.from(bytes.subarray(first));
  const sign = (digits[0] ?? 0) >= 0x80 ? '\0' : ''; // A set top bit would make the number negative.
  return primitive(Type.INTEGER, sign + toBinary(digits));
}

/** Makes an X.509 time: UTCTime through 2049, GeneralizedTime from 2050 on (RFC 5280 §4.1.2.5). */
export function time(ms: number): DerNode {
  const date = new Date(ms);
  return date.getUTCFullYear() < 2050
    ? primitive(Type.UTCTIME, asn1.dateToUtcTime(date))
    : primitive(Type.GENERALIZEDTIME, asn1.dateToGeneralizedTime(date));
}

/** Wraps elements in `[tag]`. */
export const tagged = (tag: number, ...children: DerNode[]): DerNode =>
  asn1.create(Class.CONTEXT_SPECIFIC, tag, true, children);
/** Uses `[tag] IMPLICIT` in place of a primitive's own tag. */
export const taggedBytes = (tag: number, bytes: Uint8Array): DerNode =>
  asn1.create(Class.CONTEXT_SPECIFIC, tag, false, toBinary(bytes));

/** Takes a key into what is written. @throws Error when the bytes are not exactly one element */
export const copied = (bytes: Uint8Array): DerNode => nodeOf(readDer(bytes));

const nodeOf = ({ tagClass, type, value }: DerElement): DerNode =>
  Buffer.isBuffer(value)
    ? asn1.create(tagClass, type, false, toBinary(value))
    : asn1.create(tagClass, type, true, value.map(nodeOf));

export const encodeDer = (node: DerNode): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
