import { canonicalAttribute, canonicalText } from './canonical-text.ts';

export type Element = (indent: string) => string;

/** Makes an element with text; escaping happens here, so no caller can forget it. */
export function leaf(name: string, text: string, attributes = ''): Element {
  return (indent) => `${indent}<${name}${attributes}>${canonicalText(text)}</${name}>`;
}

/** Makes an element with text, or nothing for an empty text: empty elements are not allowed (BR-KSA-F-03). */
export function optionalLeaf(name: string, text: string | undefined): Element | undefined {
  return text === undefined ? undefined : leaf(name, text);
}

/** Makes an attribute for `leaf`. If an element has several, they must be in alphabetical order. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${canonicalAttribute(value)}"`;
}

export function element(name: string, children: readonly (Element | undefined)[]): Element {
  return (indent) => `${indent}<${name}>${writeAll(children, `${indent}  `)}${indent}</${name}>`;
}

export function writeAll(elements: readonly (Element | undefined)[], indent: string): string {
  let written = '';
  for (const each of elements) if (each !== undefined) written += each(indent);
  return written;
}
