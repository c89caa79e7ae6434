import { isUtf8 } from 'node:buffer';
import { ParseOption, XmlDocument, type XmlNode, XmlXPath } from 'libxml2-wasm';
import { fail } from '../../shared/failure.ts';

/* Reading XML that others may have written: libxml2, nothing loaded from outside, no document types. */

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

/** Compiles a path once; it lives as long as the module, as its memory is the parser's and not garbage-collected. */
export const path = (expression: string): XmlXPath => XmlXPath.compile(expression, namespaces);

const anyInvoice = path('/ubl:Invoice');

/**
 * Parses an invoice for the time of one call; the parser's memory is given back even when the call fails.
 * @throws FailureError `bad-input` when it is no UTF-8, no XML, has a document type, or is no UBL invoice
 */
export function withInvoice<T>(xml: Uint8Array, use: (document: XmlDocument) => T): T {
  if (!isUtf8(xml) || declaresOtherEncoding(xml)) return refuse('not-utf8', 'is not UTF-8');
  const document = parse(xml);
  try {
    // A document type can define entities, and with them one text for us and another for the authority.
    if (document.dtd !== null) return refuse('document-type', 'has a document type');
    if (document.get(anyInvoice) === null) return refuse('not-an-invoice', 'is not a UBL invoice');
    return use(document);
  } finally {
    document.dispose();
  }
}

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

/** The parser is told UTF-8; a declaration that says otherwise would make other readers see other characters. */
function declaresOtherEncoding(xml: Uint8Array): boolean {
  const start = Buffer.from(xml.subarray(0, 200)).toString('latin1');
  const encoding = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1];
  return encoding !== undefined && encoding.toUpperCase() !== 'UTF-8';
}

/** The text of the first node of a path; undefined when there is none. */
export function textAt(document: XmlDocument, where: XmlXPath): string | undefined {
  return document.get(where)?.content;
}

export function nodesAt(document: XmlDocument, where: XmlXPath): XmlNode[] {
  return document.find(where);
}

function refuse(code: string, message: string, cause?: unknown): never {
  return fail('bad-input', { issues: [{ path: ['xml'], code, message }] }, cause);
}
