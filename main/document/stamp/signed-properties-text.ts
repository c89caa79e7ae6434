import { XmlElement, XmlText } from 'libxml2-wasm';
import { canonicalText } from '../xml/canonical-text.ts';
import { childrenOf } from '../xml/parse.ts';

/**
 * Returns the text for the authority's SignedProperties digest: the element as written, with its white space, but as if
 * it were a separate document. Each namespace is declared where it is first used or declared, and an empty element
 * without declarations closes itself. No standard canonical form does this. Source: facts on UBL, 12.4.
 * @param element SignedProperties that contains only elements, text and plain attributes
 */
export function signedPropertiesText(element: XmlElement): string {
  return write(element, new Map([['', '']]));
}

/** Writes an element. @param declared the namespaces of the prefixes declared around the element so far */
function write(element: XmlElement, declared: ReadonlyMap<string, string>): string {
  const { prefix, namespaceUri } = element;
  const name = prefix === '' ? element.name : `${prefix}:${element.name}`;
  const inner = new Map(declared);
  const extra = Object.keys(element.nsDeclarations).some((key) => key !== prefix);
  let tag = name;
  for (const [key, uri] of [[prefix, namespaceUri] as const, ...Object.entries(element.nsDeclarations)]) {
    if (inner.get(key) === uri) continue;
    inner.set(key, uri);
    tag += ` ${key === '' ? 'xmlns' : `xmlns:${key}`}="${canonicalText(uri).replaceAll('"', '&quot;')}"`;
  }
  for (const attribute of element.attrs) tag += ` ${attribute.name}="${attribute.value}"`;
  let content = '';
  for (const child of childrenOf(element)) {
    if (child instanceof XmlElement) content += write(child, inner);
    // A carriage return is kept.
    else if (child instanceof XmlText) content += canonicalText(child.content).replaceAll('&#xD;', '\r');
  }
  return content === '' && !extra ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}
