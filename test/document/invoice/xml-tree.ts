import { Buffer } from 'node:buffer';
import { XmlDocument, XmlElement } from 'libxml2-wasm';

/** A document parsed into plain objects, which are easier to use than XPath and independent of our own writer. */
export interface Tree {
  readonly name: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Tree[];
}

export function parseTree(xml: string): Tree {
  using document = XmlDocument.fromBuffer(Buffer.from(xml));
  return treeOf(document.root);
}

function treeOf(element: XmlElement): Tree {
  const children: Tree[] = [];
  for (let node = element.firstChild; node !== null; node = node.next)
    if (node instanceof XmlElement) children.push(treeOf(node));
  return {
    name: element.prefix === '' ? element.name : `${element.prefix}:${element.name}`,
    text: children.length === 0 ? element.content : '',
    attributes: Object.fromEntries(element.attrs.map((attribute) => [attribute.name, attribute.value])),
    children,
  };
}

/** Returns all elements on a path such as `cac:TaxTotal/cac:TaxSubtotal`. */
export function all(tree: Tree, path: string): Tree[] {
  return path
    .split('/')
    .reduce<Tree[]>(
      (trees, name) => trees.flatMap((each) => each.children.filter((child) => child.name === name)),
      [tree],
    );
}

/** Returns the text of the first element on a path; undefined if there is none. */
export function textAt(tree: Tree, path: string): string | undefined {
  return all(tree, path)[0]?.text;
}
