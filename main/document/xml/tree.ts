import { XmlElement } from 'libxml2-wasm';
import { childrenOf, contentOf, namespaces, path, withInvoice } from './parse.ts';

/**
 * An element as a plain object, for readers that need most of a document: faster than a path for each field, and
 * independent of the parser's memory.
 */
export interface XmlTree {
  /**
   * The name with the prefix of `namespaces`, such as `cbc:ID`, even if the document uses another prefix. Elements of
   * other namespaces are omitted.
   */
  readonly name: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlTree[];
}

const prefixes = new Map<string, string>(
  Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix] as const),
);
const root = path('/ubl:Invoice');

/**
 * Reads an invoice without its extensions: the stamp has its own readers.
 * @throws FailureError `bad-input` when it is not UTF-8, not XML, has a document type, or is not a UBL invoice
 */
export function readInvoiceTree(xml: Uint8Array): XmlTree {
  return withInvoice(xml, (document) => {
    const invoice = document.get(root);
    // `withInvoice` has found the invoice; the parser's type is only wider.
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
