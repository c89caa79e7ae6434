import { isUtf8 } from 'node:buffer';
import { ParseOption, XmlDocument, type XmlElement, type XmlNode, XmlTreeNode, XmlXPath } from 'libxml2-wasm';
import { fail } from '../../../shared/failure.ts';
import { isBeyondLimits } from './extent.ts';

/* A reader for XML of any origin: libxml2, without external resources and document types. */

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The namespaces of a stamped invoice, under the prefixes that paths in this folder use. */
export const namespaces = {
  ubl: `${ubl}Invoice-2`,
  cac: `${ubl}CommonAggregateComponents-2`,
  cbc: `${ubl}CommonBasicComponents-2`,
  ext: `${ubl}CommonExtensionComponents-2`,
  sig: `${ubl}CommonSignatureComponents-2`,
  sac: `${ubl}SignatureAggregateComponents-2`,
  sbc: `${ubl}SignatureBasicComponents-2`,
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
} as const;

/** Compiles a path once. It lives as long as the module, because the parser's memory is not garbage-collected. */
export const path = (expression: string): XmlXPath =>
  // The bindings register each namespace again whenever the path is followed, which takes most of its time.
  XmlXPath.compile(
    expression,
    Object.fromEntries(Object.entries(namespaces).filter(([prefix]) => expression.includes(`${prefix}:`))),
  );

const nextNode = path('following-sibling::node()[1]');

/** The parts that the stamp adds to a document, which the hash therefore excludes. */
export const stampBlocks = [
  '/ubl:Invoice/ext:UBLExtensions',
  '/ubl:Invoice/cac:Signature',
  "/ubl:Invoice/cac:AdditionalDocumentReference[cbc:ID='QR']",
] as const;

/**
 * Parses an invoice for one call; the parser's memory is freed even when the call fails.
 * @throws FailureError `bad-input` when it is not UTF-8, not XML, has a document type, is beyond the limits of
 * `extent.ts`, or is not a UBL invoice
 */
export function withInvoice<T>(xml: Uint8Array, use: (document: XmlDocument) => T): T {
  const { version = '1.0', encoding = 'UTF-8' } = readDeclaration(xml);
  // The parser assumes UTF-8; another encoding in the declaration would make other readers see other characters.
  if (!isUtf8(xml) || encoding.toUpperCase() !== 'UTF-8') return refuse('not-utf8', 'is not UTF-8');
  // XML 1.1 has other line ends and characters, so other readers would hash a different text; UBL and C14N use only
  // 1.0.
  if (version !== '1.0') return refuse('xml-version', 'is not XML 1.0');
  if (isBeyondLimits(xml))
    return refuse('beyond-limits', 'has more bytes, attributes or namespaces than any invoice needs');
  const document = parse(xml);
  if (hasInnerMark(xml)) marked.add(document);
  try {
    // A document type can define entities, so that we would read one text and the authority another.
    if (document.dtd !== null) return refuse('document-type', 'has a document type');
    if (!isInvoice(document)) return refuse('not-an-invoice', 'is not a UBL invoice');
    return use(document);
  } finally {
    marked.delete(document);
    document.dispose();
  }
}

/** Checks the root directly: a path would cost a tenth of the time for reading a small document. */
const isInvoice = ({ root }: XmlDocument): boolean =>
  root.name === 'Invoice' && root.namespaceUri === namespaces.ubl;

function parse(xml: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(xml, {
      encoding: 'UTF-8',
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
    });
  } catch (cause) {
    return refuse('not-xml', 'is not well-formed XML', cause);
  }
}

/** Reads the XML declaration, whatever its length; the parser checks that it is well-formed. */
function readDeclaration(xml: Uint8Array): { version?: string | undefined; encoding?: string | undefined } {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
  const start = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  if (!/^<\?xml[ \t\r\n]$/.test(bytes.toString('latin1', start, start + 6))) return {};
  const end = bytes.indexOf('?>', start);
  const text = bytes.toString('latin1', start, end === -1 ? undefined : end);
  const declared = (name: string) =>
    new RegExp(`[ \\t\\r\\n]${name}[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"]*)"|'([^']*)')`)
      .exec(text)
      ?.slice(1)
      .join('');
  return { version: declared('version'), encoding: declared('encoding') };
}

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

/*
 * U+FEFF at the very start of a file is a byte order mark; anywhere else it is a character that counts. The parser's
 * bindings decode each text separately and drop this character at its start, so two different texts would look the
 * same.
 */

/** The documents in use that contain such a character. */
const marked = new Set<XmlDocument>();
const afterDot = path("concat('.', .)");
/** Searches one place after the other: to unite sets of nodes, the parser would compare each node with all others. */
const anyStrangeMark = path(
  [
    "//*[contains(name(), '\ufeff') or contains(namespace-uri(), '\ufeff')]",
    "//@*[contains(name(), '\ufeff') or contains(namespace-uri(), '\ufeff')]",
    ...stampBlocks.flatMap((block) => [
      `${block}[contains(., '\ufeff')]`,
      `${block}//@*[contains(., '\ufeff')]`,
      `${block}//namespace::*[contains(., '\ufeff') or contains(name(), '\ufeff')]`,
    ]),
  ]
    .map((place) => `boolean(${place})`)
    .join(' or '),
);

/** Returns true if the character occurs as a byte sequence or as a character reference. */
function hasInnerMark(xml: Uint8Array): boolean {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
  if (bytes.indexOf(byteOrderMark, 1) !== -1) return true;
  return bytes.includes('&#') && /&#(?:x0*feff|0*65279);/i.test(bytes.toString('latin1'));
}

/** Returns true when U+FEFF is in a name, a namespace or the stamp, where it is not allowed. */
export function hasStrangeMark(document: XmlDocument): boolean {
  return marked.has(document) && document.eval(anyStrangeMark) === true;
}

export function contentOf(node: XmlNode): string {
  if (marked.size === 0 || !marked.has(node.doc)) return node.content;
  return String(node.eval(afterDot)).slice(1);
}

export function textAt(document: XmlDocument, where: XmlXPath): string | undefined {
  const node = document.get(where);
  return node === null ? undefined : contentOf(node);
}

export function nodesAt(document: XmlDocument, where: XmlXPath): XmlNode[] {
  return document.find(where);
}

/**
 * Returns all direct children of an element, in order. The parser's bindings cannot step past a processing instruction,
 * so a path leads to the next node. A path to all nodes would sort them, which takes time that grows with the square of
 * their number.
 */
export function childrenOf(element: XmlElement): XmlNode[] {
  const children: XmlNode[] = [];
  let child: XmlNode | null = element.firstChild;
  while (child !== null) {
    children.push(child);
    child = child instanceof XmlTreeNode ? child.next : child.get(nextNode);
  }
  return children;
}

function refuse(code: string, message: string, cause?: unknown): never {
  return fail('bad-input', { issues: [{ path: ['xml'], code, message }] }, cause);
}
