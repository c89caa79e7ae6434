import type { asn1 as forge } from 'node-forge';
import asn1 from 'node-forge/lib/asn1.js';

/*
 * The parts of Distinguished Encoding Rules (ITU-T X.690) that certificates and their requests need. node-forge keeps
 * bytes in "binary strings" (one character per byte); this module converts them.
 */

export type DerNode = forge.Asn1;

const { Class, Type } = asn1;
const teletexString = 20; // node-forge has no name for this type.

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

export const encodeDer = (node: DerNode): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'latin1');

/** Decodes one element. @throws Error when the bytes are not exactly one element */
export const decodeDer = (bytes: Uint8Array): DerNode =>
  asn1.fromDer(toBinary(bytes), { strict: true, parseAllBytes: true, decodeBitStrings: false });

/** Returns the children of an element. @throws Error when it has none */
export function childrenOf(node: DerNode | undefined): DerNode[] {
  if (node === undefined || !Array.isArray(node.value)) throw new Error('an ASN.1 sequence is missing');
  return node.value;
}

/** Returns the content of a primitive element. @throws Error when the element is missing or has children */
export function bytesOf(node: DerNode | undefined): Buffer {
  if (node === undefined || typeof node.value !== 'string') throw new Error('an ASN.1 value is missing');
  return Buffer.from(node.value, 'latin1');
}

/** Returns the dotted form. @throws Error when the element is not an object identifier */
export function oidOf(node: DerNode | undefined): string {
  if (node === undefined || !isUniversal(node, Type.OID)) throw new Error('an object identifier is missing');
  return asn1.derToOid(bytesOf(node).toString('latin1'));
}

/** Returns the whole bytes of a bit string. @throws Error when it is not one, or ends within a byte */
export function bitsOf(node: DerNode | undefined): Buffer {
  const bytes = bytesOf(node);
  if (node === undefined || !isUniversal(node, Type.BITSTRING) || bytes[0] !== 0)
    throw new Error('a bit string is missing');
  return bytes.subarray(1);
}

/** Returns a boolean. @throws Error when the element is not one */
export function booleanOf(node: DerNode | undefined): boolean {
  if (node === undefined || !isUniversal(node, Type.BOOLEAN)) throw new Error('a boolean is missing');
  return bytesOf(node)[0] !== 0;
}

/** Returns the text of any string type; undefined for other types. */
export function textOf(node: DerNode | undefined): string | undefined {
  if (node === undefined || node.tagClass !== Class.UNIVERSAL || typeof node.value !== 'string')
    return undefined;
  if (node.type === Type.UTF8) return Buffer.from(node.value, 'latin1').toString('utf8');
  // node-forge has already decoded a BMPString; a TeletexString is in practice Latin-1.
  const asIs: number[] = [Type.PRINTABLESTRING, Type.IA5STRING, Type.BMPSTRING, teletexString];
  return asIs.includes(node.type) ? node.value : undefined;
}

/** Returns a time in milliseconds since 1970. @throws Error when the element is not a time */
export function timeOf(node: DerNode | undefined): number {
  const text = bytesOf(node).toString('latin1');
  if (node !== undefined && isUniversal(node, Type.UTCTIME)) return asn1.utcTimeToDate(text).getTime();
  if (node !== undefined && isUniversal(node, Type.GENERALIZEDTIME))
    return asn1.generalizedTimeToDate(text).getTime();
  throw new Error('a time is missing');
}

export const isUniversal = (node: DerNode, type: forge.Type | number): boolean =>
  node.tagClass === Class.UNIVERSAL && node.type === type;

export const isTagged = (node: DerNode, tag: number): boolean =>
  node.tagClass === Class.CONTEXT_SPECIFIC && node.type === tag;
