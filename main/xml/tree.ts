import { XmlElement } from 'libxml2-wasm';
import { childrenOf, contentOf, namespaces, path, withInvoice } from './parse.ts';

/**
 * An element as a plain object, for readers that want most of a document: quicker than a path for each field, and it
 * outlives the parser's memory.
 */
export interface XmlTree {
  /** With the prefix of `namespaces` whatever the document calls it: `cbc:ID`. Elements of others are left out. */
  readonly name: string;
  /** Of an element without elements; as it stands, blanks and all. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlTree[];
}

const prefixes = new Map<string, string>(
  Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix] as const),
);
const root = path('/ubl:Invoice');

/**
 * An invoice without its extensions: the stamp has readers of its own.
 * @throws FailureError `bad-input` when it is no UTF-8, no XML, has a document type, or is no UBL invoice
 */
export function readInvoiceTree(xml: Uint8Array): XmlTree {
  return withInvoice(xml, (document) => {
    const invoice = document.get(root);
    // `withInvoice` has found it; the parser's type is wider.
    return invoice instanceof XmlElement ? treeOf(invoice, 'ubl:Invoice') : empty;
  });
}

const empty: XmlTree = { name: 'ubl:Invoice', text: '', attributes: {}, children: [] };

function treeOf(element: XmlElement, name: string): XmlTree {
  const children: XmlTree[] = [];
  for (const node of childrenOf(element)) {
    if (!(node instanceof XmlElement)) continue;
    const prefix = prefixes.get(node.namespaceUri);
    if (prefix !== undefined && prefix !== 'ext') children.push(treeOf(node, `${prefix}:${node.name}`));
  }
  const attributes: Record<string, string> = {};
  for (const attribute of element.attrs) attributes[attribute.name] = contentOf(attribute);
  return { name, text: children.length === 0 ? contentOf(element) : '', attributes, children };
}
