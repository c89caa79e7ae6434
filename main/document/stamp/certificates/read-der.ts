import { Constructed, fromBER, ObjectIdentifier } from 'asn1js';

/*
 * Reads the parts of Distinguished Encoding Rules (ITU-T X.690) that certificates and their requests have. All bytes from
 * outside are read here, by asn1js, which limits depth, number and size of elements.
 */

/** An element that was read. Its bytes are those that a signature covers, and are never written anew. */
export interface DerElement {
  readonly tagClass: number;
  readonly type: number;
  readonly value: Buffer | readonly DerElement[];
  /** The whole element, with its tag and length. */
  readonly bytes: Buffer;
}

/** The classes and numbers of tags (X.680 §8). */
export const universal = 0;
export const contextSpecific = 0x80;
export const tagOf = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  oid: 6,
  utf8String: 12,
  sequence: 16,
  set: 17,
  printableString: 19,
  teletexString: 20,
  ia5String: 22,
  utcTime: 23,
  generalizedTime: 24,
  bmpString: 30,
} as const;

/** Decodes one element. @throws Error when the bytes are not exactly one element in DER */
export function readDer(bytes: Uint8Array): DerElement {
  const { offset, result } = fromBER(bytes);
  if (offset !== bytes.length) throw new Error(result.error || 'more bytes than one ASN.1 element');
  return elementOf(result);
}

type Block = ReturnType<typeof fromBER>['result'];

function elementOf(block: Block): DerElement {
  const { idBlock, lenBlock, valueBeforeDecodeView } = block;
  const bytes = Buffer.from(valueBeforeDecodeView);
  const content = bytes.subarray(idBlock.blockLength + lenBlock.blockLength);
  const { tagClass, tagNumber: type, isConstructed } = idBlock;
  if (lenBlock.isIndefiniteForm || lenBlock.blockLength !== lengthOfLength(content.length))
    throw new Error('an ASN.1 length is not in DER');
  if (isConstructed !== block instanceof Constructed) throw new Error('an ASN.1 value is in parts');
  return {
    // asn1js counts the classes from 1; their bits in the tag are the highest two.
    tagClass: (tagClass - 1) << 6,
    type,
    value: block instanceof Constructed ? block.valueBlock.value.map(elementOf) : content,
    bytes,
  };
}

/** Returns the number of bytes that the length of a content takes (X.690 §10.1). */
function lengthOfLength(content: number): number {
  return content < 0x80 ? 1 : 1 + Math.ceil(content.toString(16).length / 2);
}

/** Returns the children of an element. @throws Error when it has none */
export function childrenOf(element: DerElement | undefined): readonly DerElement[] {
  if (element === undefined || Buffer.isBuffer(element.value))
    throw new Error('an ASN.1 sequence is missing');
  return element.value;
}

/** Returns the content of a primitive element. @throws Error when the element is missing or has children */
export function bytesOf(element: DerElement | undefined): Buffer {
  if (element === undefined || !Buffer.isBuffer(element.value)) throw new Error('an ASN.1 value is missing');
  return element.value;
}

/** Returns the dotted form. @throws Error when the element is not an object identifier */
export function oidOf(element: DerElement | undefined): string {
  const { result } = fromBER(element?.bytes ?? Buffer.alloc(0));
  if (!(result instanceof ObjectIdentifier)) throw new Error('an object identifier is missing');
  return result.getValue();
}

/** Returns the whole bytes of a bit string. @throws Error when it is not one, or ends within a byte */
export function bitsOf(element: DerElement | undefined): Buffer {
  const bytes = bytesOf(element);
  if (!isUniversal(element, tagOf.bitString) || bytes[0] !== 0) throw new Error('a bit string is missing');
  return bytes.subarray(1);
}

/** Returns a boolean. @throws Error when the element is not one */
export function booleanOf(element: DerElement | undefined): boolean {
  if (!isUniversal(element, tagOf.boolean)) throw new Error('a boolean is missing');
  return bytesOf(element)[0] !== 0;
}

/** Returns the text of any string type; undefined for other types. */
export function textOf(element: DerElement | undefined): string | undefined {
  if (element === undefined || element.tagClass !== universal || !Buffer.isBuffer(element.value))
    return undefined;
  const { type, value } = element;
  if (type === tagOf.utf8String) return value.toString('utf8');
  // The letters have two bytes, the higher one first.
  if (type === tagOf.bmpString)
    return value.length % 2 === 0 ? Buffer.from(value).swap16().toString('utf16le') : undefined;
  // A TeletexString is in practice Latin-1.
  const asIs: number[] = [tagOf.printableString, tagOf.ia5String, tagOf.teletexString];
  return asIs.includes(type) ? value.toString('latin1') : undefined;
}

/** Returns a time in milliseconds since 1970. @throws Error when the element is not one as certificates have it */
export function timeOf(element: DerElement | undefined): number {
  const text = bytesOf(element).toString('latin1');
  const isShort = isUniversal(element, tagOf.utcTime);
  if (!isShort && !isUniversal(element, tagOf.generalizedTime)) throw new Error('a time is missing');
  // Two digits of a year are from 1950 to 2049 (RFC 5280 §4.1.2.5.1).
  const digits = isShort ? `${text < '50' ? '20' : '19'}${text}` : text;
  const iso = digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const time = Date.parse(iso);
  if (iso === digits || Number.isNaN(time)) throw new Error(`${text} is no time`);
  return time;
}

const isUniversal = (element: DerElement | undefined, type: number): boolean =>
  element?.tagClass === universal && element.type === type;

export const isTagged = (element: DerElement, tag: number): boolean =>
  element.tagClass === contextSpecific && element.type === tag;
