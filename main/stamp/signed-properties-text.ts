import { XmlElement, XmlText } from 'libxml2-wasm';
import { canonicalText } from '../invoice/canonical-text.ts';

/**
 * The text over which the authority takes the SignedProperties digest: the element as it stands in the document, with
 * its own white space, as if it stood alone: each namespace is declared where it is first used, and an element
 * without content closes itself. No standard canonical form writes it so. Source: facts on UBL, 12.4.
 * @param element SignedProperties, known to hold elements, text and plain attributes alone
 */
export function signedPropertiesText(element: XmlElement): string {
  return write(element, new Set());
}

function write(element: XmlElement, declared: ReadonlySet<string>): string {
  const { prefix, namespaceUri } = element;
  const name = prefix === '' ? element.name : `${prefix}:${element.name}`;
  let tag = name;
  if (!declared.has(prefix)) tag += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${namespaceUri}"`;
  for (const attribute of element.attrs) tag += ` ${attribute.name}="${attribute.value}"`;
  const inner = new Set(declared).add(prefix);
  let content = '';
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement) content += write(child, inner);
    else if (child instanceof XmlText) content += canonicalText(child.content);
  }
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}
