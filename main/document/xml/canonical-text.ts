/*
 * Writes characters as Canonical XML 1.1 does (https://www.w3.org/TR/xml-c14n11/, §2.3): a document written only with
 * these two functions is its own canonical form.
 */

const inText: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
};

const inAttribute: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** Escapes text between tags; quotes, tabs and line feeds stay as they are. */
export function canonicalText(value: string): string {
  return value.replace(/[&<>\r]/g, (character) => inText[character] ?? character);
}

/** Escapes the value of an attribute in double quotes; `>` and the apostrophe stay as they are. */
export function canonicalAttribute(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (character) => inAttribute[character] ?? character);
}
