import { childrenOf, type DerElement, oidOf, textOf } from './read-der.ts';
import { type DerNode, oid, sequence, set } from './write-der.ts';

export const attribute = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  organizationUnit: '2.5.4.11',
  title: '2.5.4.12',
  businessCategory: '2.5.4.15',
  registeredAddress: '2.5.4.26',
  userId: '0.9.2342.19200300.100.1.1',
} as const;

/** Keywords that Java writes; any other attribute is written as `OID.` and its number. */
const keywords = new Map<string, string>([
  [attribute.commonName, 'CN'],
  [attribute.surname, 'SURNAME'],
  ['2.5.4.5', 'SERIALNUMBER'],
  [attribute.country, 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  [attribute.organization, 'O'],
  [attribute.organizationUnit, 'OU'],
  [attribute.title, 'T'],
  ['2.5.4.42', 'GIVENNAME'],
  ['1.2.840.113549.1.9.1', 'EMAILADDRESS'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  [attribute.userId, 'UID'],
]);

/** Makes a name of single-valued parts, in the given order. */
export function makeName(parts: readonly (readonly [string, DerNode])[]): DerNode {
  return sequence(...parts.map(([type, value]) => set(sequence(oid(type), value))));
}

/** Returns the first value of each attribute, by object identifier. @throws Error when it is not a name */
export function readName(name: DerElement | undefined): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of childrenOf(name)) {
    for (const pair of childrenOf(part)) {
      const [type, value] = childrenOf(pair);
      const text = textOf(value);
      if (text !== undefined && !values.has(oidOf(type))) values.set(oidOf(type), text);
    }
  }
  return values;
}

/**
 * Returns the name in the form that the authority's validator compares: last part first, separated by comma and space,
 * for instance `CN=PRZEINVOICESCA4-CA, DC=extgazt, DC=gov, DC=local`. This is Java's `X500Principal.toString()`,
 * including its quoting.
 * @throws Error when it is not a name
 */
export function nameToText(name: DerElement | undefined): string {
  return childrenOf(name)
    .toReversed()
    .map((part) => childrenOf(part).map(pairToText).join(' + '))
    .join(', ');
}

function pairToText(pair: DerElement): string {
  const [type, value] = childrenOf(pair);
  const number = oidOf(type);
  const keyword = keywords.get(number) ?? `OID.${number}`;
  const text = textOf(value);
  if (text !== undefined) return `${keyword}=${quote(text)}`;
  return `${keyword}=#${value === undefined ? '' : value.bytes.toString('hex')}`;
}

/**
 * Quotes a value by Java's rule: quotes around special characters, outer spaces and runs of spaces; `"` and `\`
 * escaped.
 */
function quote(text: string): string {
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"'))
    return `"${text.slice(1, -1).replaceAll(/["\\]/g, '\\$&')}"`;
  const escaped = text.replaceAll(/["\\]/g, '\\$&');
  return /[,+=\n<>#;\\"]|^ | $| {2}/.test(text) ? `"${escaped}"` : escaped;
}
