import { XmlElement, XmlText } from 'libxml2-wasm';
import { canonicalText } from '../xml/canonical-text.ts';
import { childrenOf } from '../xml/parse.ts';

/**
 * The text over which the authority takes the SignedProperties digest: the element as it stands in the document, with
 * its own white space, as if it stood alone: each namespace is declared where it is first used or declared, and an
 * element that holds nothing, not even a declaration of another prefix, closes itself. No standard canonical form writes it so. Source: facts on UBL, 12.4.
 * @param element SignedProperties, known to hold elements, text and plain attributes alone
 */
export function signedPropertiesText(element: XmlElement): string {
  return write(element, new Map([['', '']]));
}

/** @param declared what the prefixes stand for around the element, as far as it was written */
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
    // A carriage return stays one here.
    else if (child instanceof XmlText) content += canonicalText(child.content).replaceAll('&#xD;', '\r');
  }
  return content === '' && !extra ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}
