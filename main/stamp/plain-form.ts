import { isUtf8 } from 'node:buffer';
import { readCanonical } from '../xml/canonical-tree.ts';
import { namespaces, withInvoice } from '../xml/parse.ts';
import type { XmlTree } from '../xml/tree.ts';
import { canonicalForm } from './canonical.ts';
import { misplacedIn } from './element-order.ts';
import { type DocumentFacts, readFactsOf } from './read-document.ts';
import type { Shape } from './shape.ts';
import { extensionsShape, qrShape, type StampValue, signatureShape } from './stamp-shape.ts';

/*
 * The quick way through a sealed document: most are written in one form, canonical outside the stamp and with the
 * usual prefixes in it. Their stamp is compared with its shape as a text, which takes a tenth of walking through the
 * parser's memory. The parser reads all that the hash covers, and its canonical form must be the text that was read; of
 * the stamp the shape leaves it nothing to find but characters that XML does not have. Whatever is not in this form, or
 * not as it should be, is left to the full reader, whose word it is.
 */

/** A sealed document as read from its text. */
export interface PlainDocument {
  readonly values: Readonly<Record<StampValue, string>>;
  /** The text for the digest of SignedProperties. */
  readonly signedProperties: string;
  readonly facts: DocumentFacts;
  /** The text that is hashed, and all that is in it. */
  readonly canonical: Buffer;
  readonly tree: XmlTree;
}

const declare = (...prefixes: readonly (keyof typeof namespaces)[]): string =>
  prefixes.map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`).join('');

const rootTag = `<Invoice xmlns="${namespaces.ubl}"${declare('cac', 'cbc', 'ext')}>`;

/** Elements of the stamp that declare its namespaces. */
const declarations: Readonly<Record<string, string>> = {
  'sig:UBLDocumentSignatures': declare('sig', 'sac', 'sbc'),
  'ds:Signature': declare('ds'),
  'xades:QualifyingProperties': declare('xades'),
};

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const blanks = '[ \\t\\n]*';

/** Returns a pattern for a part of the stamp in this form; each value is a group of its own name. */
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
const reference = '<cac:AdditionalDocumentReference';
const qrBegin = `${reference}><cbc:ID>QR</cbc:ID>`;
const qrAndSignature = new RegExp(patternOf(qrShape) + patternOf(signatureShape), 'y');

/** The parser refuses longer texts. */
const mostBytes = 10_000_000;

/**
 * Reads a sealed document that is in the plain form and has its parts where they belong.
 * @returns undefined for any other one
 */
export function readPlain(xml: Uint8Array): PlainDocument | undefined {
  if (xml.byteLength >= mostBytes || !isUtf8(xml)) return undefined;
  const parts = split(Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength).toString('utf8'));
  if (parts === undefined) return undefined;
  const { hashed, stamp, signedProperties } = parts;
  const canonical = tryCanonical(hashed);
  if (canonical === undefined) return undefined;
  const { tree, isWhole } = readCanonical(hashed);
  if (!isWhole || !hasPlainReferences(tree, hashed) || misplacedIn(tree) !== undefined) return undefined;
  const facts = tryFacts(tree, stamp);
  return facts && { values: stamp, signedProperties: declared(signedProperties), facts, canonical, tree };
}

/** Separates the stamp, in its own form and in its places, from the text that is hashed. */
function split(text: string) {
  // The parser's bindings do not always read a byte order mark within a text.
  if (!text.startsWith(rootTag) || text.includes('\ufeff')) return undefined;
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
    !/^[ \t\n]*<cac:AccountingSupplierParty>/.test(after)
  )
    return undefined;
  const { signedProperties = '', ...values } = { ...outer, ...inner };
  if (notOfXml.test(Object.values(values).join(''))) return undefined;
  return { hashed: rootTag + before + after, stamp: values as Record<StampValue, string>, signedProperties };
}

/** Anything but a character of XML 1.0, section 2.2. */
const notOfXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Returns the canonical form of an invoice, if it is what the invoice is written in. */
function tryCanonical(text: string): Buffer | undefined {
  const written = Buffer.from(text, 'utf8');
  try {
    const canonical = withInvoice(written, canonicalForm);
    return canonical.equals(written) ? canonical : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the chain's references are there once at most, and none is deeper in the document; nor a second signature. */
function hasPlainReferences({ children }: XmlTree, text: string): boolean {
  const references = children.filter(({ name }) => name === 'cac:AdditionalDocumentReference');
  if (text.includes('<cac:Signature') || text.split(reference).length - 1 !== references.length) return false;
  const ids = references.flatMap((each) => each.children.filter(({ name }) => name === 'cbc:ID'));
  const count = (id: string) => ids.filter(({ text: found }) => found === id).length;
  return count('QR') === 0 && count('ICV') <= 1 && count('PIH') <= 1;
}

/** The full reader says which fact is missing. */
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
