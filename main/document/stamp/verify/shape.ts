import { XmlElement, type XmlNode, XmlText } from 'libxml2-wasm';
import { childrenOf, namespaces } from '../../xml/parse.ts';

/*
 * Compares a part of a document with its expected shape: no element may be missing or added. Only the texts of named
 * free places, and white space between elements, may vary.
 */

/** A free place: its text is returned under this name. */
export interface Value {
  readonly value: string;
}

export interface Shape {
  /** The local name with the prefix of `namespaces`; documents may use other prefixes. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The child elements in this order, an exact text, or a free place. */
  readonly content: readonly Shape[] | string | Value;
}

export const value = (name: string): Value => ({ value: name });

export const shape = (name: string, attributes: Shape['attributes'], content: Shape['content']): Shape => ({
  name,
  attributes,
  content,
});

/**
 * Compares an element with its shape and fills in the values of its free places.
 * @returns the first difference, or undefined if there is none
 */
export function difference(
  element: XmlElement,
  expected: Shape,
  values: Map<string, string>,
): string | undefined {
  const { name, attributes, content } = expected;
  if (!isNamed(element, name)) return `${element.name} stands in the place of ${name}`;
  const found = element.attrs;
  if (found.length !== Object.keys(attributes).length) return `${name} has other attributes`;
  for (const { name: attribute, prefix, value: text } of found)
    if (prefix !== '' || attributes[attribute] !== text) return `${name}/@${attribute} differs`;
  const children = childrenOf(element);
  if (typeof content === 'string' || 'value' in content) {
    if (!children.every((child) => child instanceof XmlText)) return `${name} holds more than text`;
    if (typeof content !== 'string') values.set(content.value, element.content);
    else if (element.content !== content) return `the text of ${name} differs`;
    return undefined;
  }
  const elements = children.filter((child) => child instanceof XmlElement);
  const isElsewise = (child: XmlNode) => !(child instanceof XmlElement) && !isWhiteSpace(child);
  if (children.some(isElsewise)) return `${name} holds more than elements`;
  for (const [index, child] of content.entries()) {
    const at = elements[index];
    const inner = at === undefined ? `${child.name} is missing` : difference(at, child, values);
    if (inner !== undefined) return inner;
  }
  return elements.length === content.length ? undefined : `${name} holds more than it may`;
}

function isNamed(element: XmlElement, name: string): boolean {
  const [prefix = '', local] = name.split(':');
  const uri: string | undefined = (namespaces as Record<string, string>)[prefix];
  return element.name === local && element.namespaceUri === uri;
}

function isWhiteSpace(node: XmlNode): boolean {
  return node instanceof XmlText && /^[ \t\r\n]*$/.test(node.content);
}
