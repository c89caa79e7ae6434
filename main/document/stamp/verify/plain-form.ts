import { isUtf8 } from 'node:buffer';
import { isCanonicalInvoice, rootEnd, rootTag } from '../../xml/canonical-invoice.ts';
import { readCanonicalTree } from '../../xml/canonical-tree.ts';
import { mostBytes } from '../../xml/extent.ts';
import { namespaces } from '../../xml/parse.ts';
import type { XmlTree } from '../../xml/tree.ts';
import { readFactsOf } from '../read-document.ts';
import { misplacedIn } from './element-order.ts';
import type { Shape } from './shape.ts';
import { extensionsShape, qrShape, type StampValue, signatureShape } from './stamp-shape.ts';

/*
 * The fast reader for stamped documents: most are written in one form, canonical outside the stamp and with the usual
 * prefixes in it. Their stamp is compared with its shape as text, and everything that the hash covers must already be
 * canonical; this takes a tenth of the parser's time. A document in another form, or with a fault, is left to the full
 * reader.
 */

const declare = (...prefixes: readonly (keyof typeof namespaces)[]): string =>
  prefixes.map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`).join('');

/** Elements of the stamp that declare its namespaces. */
const declarations: Readonly<Record<string, string>> = {
  'sig:UBLDocumentSignatures': declare('sig', 'sac', 'sbc'),
  'ds:Signature': declare('ds'),
  'xades:QualifyingProperties': declare('xades'),
};

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const blanks = '[ \\t\\n]*';

/** Returns a pattern for a part of the stamp in the usual form, with a named group for each value. */
function patternOf({ name, attributes, content }: Shape): string {
  const written = Object.entries(attributes).map(([key, text]) => ` ${key}="${text}"`);
  const tag = literally(name + (declarations[name] ?? '') + written.join(''));
  if (typeof content === 'string') return `<${tag}>${literally(content)}</${name}>`;
  if ('value' in content) return `<${tag}>(?<${content.value}>[^<>&\\r]+)</${name}>`;
  if (content.length === 0) return `<${tag}/>`;
  const whole = [`<${tag}>`, ...content.map(patternOf), `</${name}>`].join(blanks);
  return name === 'xades:SignedProperties' ? `(?<signedProperties>${whole})` : whole;
}

const extensions = new RegExp(patternOf(extensionsShape), 'y');
const qrBegin = '<cac:AdditionalDocumentReference><cbc:ID>QR</cbc:ID>';
const qrAndSignature = new RegExp(patternOf(qrShape) + patternOf(signatureShape), 'y');

/**
 * Reads a stamped document that is in the plain form and has its parts in the right places.
 * @returns undefined for any other document
 */
export function readPlain(xml: Uint8Array) {
  const parts = split(xml);
  if (parts === undefined) return undefined;
  const { hashed: canonical, found } = parts;
  const { signedProperties = '', ...values } = Object.fromEntries(
    Object.entries(found).map(([name, written]) => [name, Buffer.from(written, 'latin1').toString('utf8')]),
  );
  const tree = readCanonicalTree(canonical.toString('utf8'));
  if (!hasPlainReferences(tree) || misplacedIn(tree) !== undefined) return undefined;
  // The shapes have a free place for each of these names.
  const stamp = values as Record<StampValue, string>;
  const facts = tryFacts(tree, stamp);
  return facts && { values: stamp, signedProperties: declared(signedProperties), facts, canonical, tree };
}

/** A stamped document, read from its text. */
export type PlainDocument = NonNullable<ReturnType<typeof readPlain>>;

/** Returns the hashed part of a stamped document in the plain form; undefined for any other document. */
export const readHashed = (xml: Uint8Array): Buffer | undefined => split(xml)?.hashed;

/**
 * Separates the stamp, if it has its form and place, from the hashed part. The text and the values found in it have one
 * character for each byte, so positions in the text are positions in the bytes.
 */
function split(xml: Uint8Array): { hashed: Buffer; found: Readonly<Record<string, string>> } | undefined {
  if (xml.byteLength >= mostBytes || !isUtf8(xml)) return undefined;
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
  const text = bytes.toString('latin1');
  // The full reader decides where a byte order mark may be.
  if (!text.startsWith(rootTag) || bytes.includes('\ufeff')) return undefined;
  extensions.lastIndex = rootTag.length;
  const outer = extensions.exec(text)?.groups;
  if (outer === undefined) return undefined;
  const opening = extensions.lastIndex;
  const qrAt = text.indexOf(qrBegin, opening);
  qrAndSignature.lastIndex = qrAt;
  const inner = qrAt === -1 ? undefined : qrAndSignature.exec(text)?.groups;
  if (inner === undefined) return undefined;
  const before = text.slice(opening, qrAt);
  const after = text.slice(qrAndSignature.lastIndex);
  if (
    !/<\/cac:AdditionalDocumentReference>[ \t\n]*$/.test(before) ||
    !/^[ \t\n]*<cac:AccountingSupplierParty>/.test(after) ||
    isOfStamp.some((part) => before.includes(part) || after.includes(part))
  )
    return undefined;
  const found = { ...outer, ...inner };
  if (Object.values(found).some((each) => notOfXml.test(each))) return undefined;
  const [root, rest] = [bytes.subarray(0, rootTag.length), bytes.subarray(qrAndSignature.lastIndex)];
  const opened = bytes.subarray(opening, qrAt);
  const hashed = Buffer.concat([root, opened, rest]);
  // Within another element the second part of the stamp would be hashed.
  const isAtTop = isCanonicalInvoice(Buffer.concat([root, opened, rootEnd]));
  return isAtTop && isCanonicalInvoice(hashed) ? { hashed, found } : undefined;
}

/** Signs of a second signature or QR; the canonical form has no other way to write extensions. */
const isOfStamp = ['<cac:Signature', '>QR</cbc:ID>'];

/** Anything but a character of XML 1.0, section 2.2, in the bytes of UTF-8. */
const notOfXml = /[^\t\n\u{20}-\u{ff}]|\u{ef}\u{bf}[\u{be}\u{bf}]/u;

/** Returns true when the references of the chain are at the top level, and occur there at most once. */
function hasPlainReferences(tree: XmlTree): boolean {
  const top = referencesIn(tree);
  const ids = top.flatMap((each) => each.children.filter(({ name }) => name === 'cbc:ID'));
  const count = (id: string) => ids.filter(({ text }) => text === id).length;
  return count('ICV') <= 1 && count('PIH') <= 1 && !tree.children.some(holdsReference);
}

const referencesIn = ({ children }: XmlTree): readonly XmlTree[] =>
  children.filter(({ name }) => name === 'cac:AdditionalDocumentReference');
const holdsReference = (tree: XmlTree): boolean =>
  referencesIn(tree).length > 0 || tree.children.some(holdsReference);

/** The full reader reports the missing fact. */
function tryFacts(tree: XmlTree, { certificate, hash, qr }: Record<StampValue, string>) {
  try {
    return readFactsOf(tree, { certificateText: certificate, hash, qr });
  } catch {
    return undefined;
  }
}

/** Returns SignedProperties with each namespace declared where it is first used, see `signedPropertiesText`. */
const declared = (text: string): string =>
  text.replace('<xades:SignedProperties', `$&${declare('xades')}`).replace(/<ds:\w+/g, `$&${declare('ds')}`);
