import { namespaces } from './parse.ts';
import type { XmlTree } from './tree.ts';

/*
 * A reader for the canonical form of an invoice (C14N without comments), in which everything can be written in only one
 * way. It is several times as fast as walking through the parser's memory, and reads exactly the text that was hashed.
 */

const prefixes = new Map<string, string>(
  Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix] as const),
);

/** The namespaces in force, by the document's own prefixes, and the names that were looked up. */
interface Scope {
  readonly uris: Readonly<Record<string, string>>;
  readonly names: Map<string, string | undefined>;
}

const within = ({ uris }: Scope, prefix: string, uri: string): Scope => ({
  uris: { ...uris, [prefix]: uri },
  names: new Map(),
});

interface Open {
  /** The name with the prefix of `namespaces`; undefined for elements that an invoice does not model. */
  readonly name: string | undefined;
  readonly scope: Scope;
  readonly attributes: Record<string, string>;
  readonly children: XmlTree[];
  text: string;
}

/** A value may contain `>`, which the canonical form does not escape there. */
const tagAttribute = / ([^ =]+)="([^"]*)"/y;

/**
 * Reads what `readInvoiceTree` reads, for amounts. If an element has two attributes with the same local name, it may
 * choose the other one.
 * @param text written by the canonicaliser, or one that `isCanonicalInvoice` accepts; never anything else
 */
export function readCanonicalTree(text: string): XmlTree {
  const scope = { uris: {}, names: new Map() };
  const outside: Open = { name: '', scope, attributes: {}, children: [], text: '' };
  const open = [outside];
  let top = outside;
  let at = 0;
  for (;;) {
    const tag = text.indexOf('<', at);
    if (tag === -1) break;
    top.text += plain(text.slice(at, tag));
    const sign = text[tag + 1];
    if (sign === '?') {
      at = text.indexOf('?>', tag) + 2;
    } else if (sign === '/') {
      open.pop();
      const parent = open.at(-1) ?? outside;
      close(top, parent);
      top = parent;
      at = text.indexOf('>', tag) + 1;
    } else {
      const [element, end] = begin(text, tag + 1, top);
      open.push(element);
      top = element;
      at = end;
    }
  }
  return outside.children[0] ?? { name: 'ubl:Invoice', text: '', attributes: {}, children: [] };
}

function begin(text: string, at: number, parent: Open): [element: Open, end: number] {
  let end = nameEnd(text, at);
  const qualified = text.slice(at, end);
  let { scope } = parent;
  if (text[end] === '>') return [opened(qualified, scope, {}, parent), end + 1];
  const attributes: Record<string, string> = {};
  for (;;) {
    tagAttribute.lastIndex = end;
    const found = tagAttribute.exec(text);
    if (found === null) break;
    const [whole, name = '', written = ''] = found;
    end += whole.length;
    const value = plain(written);
    if (name === 'xmlns') scope = within(scope, '', value);
    else if (name.startsWith('xmlns:')) scope = within(scope, name.slice('xmlns:'.length), value);
    else attributes[localName(name)] = value;
  }
  return [opened(qualified, scope, attributes, parent), end + 1];
}

/** Blanks are single spaces; `\s` would also match a byte order mark in a name. */
function nameEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== ' ' && text[end] !== '>') end += 1;
  return end;
}

function opened(qualified: string, scope: Scope, attributes: Record<string, string>, parent: Open): Open {
  if (!scope.names.has(qualified)) scope.names.set(qualified, modelled(qualified, scope));
  const name = parent.name === undefined ? undefined : scope.names.get(qualified);
  return { name, scope, attributes, children: [], text: '' };
}

/** Returns the name with the prefix of `namespaces`; undefined for an element that an invoice does not model. */
function modelled(qualified: string, { uris }: Scope): string | undefined {
  const colon = qualified.indexOf(':');
  const prefix = prefixes.get(uris[colon === -1 ? '' : qualified.slice(0, colon)] ?? '');
  return prefix === undefined || prefix === 'ext' ? undefined : `${prefix}:${localName(qualified)}`;
}

function close({ name, attributes, children, text }: Open, parent: Open): void {
  if (name !== undefined)
    parent.children.push({ name, text: children.length === 0 ? text : '', attributes, children });
  // An element that contains no modelled elements has all of its text.
  else parent.text += text;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x9;': '\t',
  '&#xA;': '\n',
  '&#xD;': '\r',
};

const plain = (written: string): string =>
  written.includes('&') ? written.replace(/&[^;]+;/g, (each) => characters[each] ?? each) : written;
