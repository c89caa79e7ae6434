/*
 * A scanner may add to the code that it reads: the identifier of the symbology (ISO/IEC 15424: `]`, a letter and a
 * character), and the asterisks at both ends of Code 39.
 */

/** The identifiers of codes of several facts, which say how to read them (GS1 General Specifications, 5.4.3.7). */
export const gs1Symbology = /^\](?:C1|e0|d2|Q3|J1)/;

const symbology = /^\][A-Za-z][0-9A-Za-z]/;

/**
 * Returns the code as it is printed. A code of several facts keeps its identifier.
 * @param added the characters that the shop's scanner adds to each code
 */
export function printedCode(scanned: string, added = { prefix: '', suffix: '' }): string {
  const code = withoutAdded(scanned, added).trim();
  const bare = gs1Symbology.test(code) ? code : code.replace(symbology, '');
  return /^\*([^*]+)\*$/.exec(bare)?.[1] ?? bare;
}

/** A code of nothing else stays: then a person typed it, or another scanner read it. */
function withoutAdded(scanned: string, { prefix, suffix }: { prefix: string; suffix: string }): string {
  const begin = scanned.startsWith(prefix) ? prefix.length : 0;
  const end = scanned.endsWith(suffix) ? scanned.length - suffix.length : scanned.length;
  return begin < end ? scanned.slice(begin, end) : scanned;
}
