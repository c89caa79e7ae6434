/*
 * A scanner may add to the code that it reads: the identifier of the symbology (ISO/IEC 15424: `]`, a letter and a
 * character), and the asterisks at both ends of Code 39.
 */

/** The identifiers of codes of several facts, which say how to read them (GS1 General Specifications, 5.4.3.7). */
export const gs1Symbology = /^\](?:C1|e0|d2|Q3|J1)/;

const symbology = /^\][A-Za-z][0-9A-Za-z]/;

/** Returns the code as it is printed. A code of several facts keeps its identifier. */
export function printedCode(scanned: string): string {
  const code = scanned.trim();
  const bare = gs1Symbology.test(code) ? code : code.replace(symbology, '');
  return /^\*([^*]+)\*$/.exec(bare)?.[1] ?? bare;
}
