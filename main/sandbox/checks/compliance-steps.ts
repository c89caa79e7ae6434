import type { DocumentFacts } from '../../document/stamp/read-document.ts';

/** The documents of a compliance series, by the names that directives use. */
export const seriesDocuments = [
  'standard',
  'standard-credit-note',
  'standard-debit-note',
  'simplified',
  'simplified-credit-note',
  'simplified-debit-note',
] as const;
export type SeriesDocument = (typeof seriesDocuments)[number];

/** The suffix `-credit-note` or `-debit-note`, by the document's type code. */
const suffixes: Readonly<Record<string, string>> = { '388': '', '381': '-credit-note', '383': '-debit-note' };

/** Returns the name of a document's step, in the spelling that was reported for Missing-ComplianceSteps. */
export const stepName = (document: SeriesDocument): string => `${document}-compliant`;

/** The documents required before a production certificate, by its types (TSCZ). Source: C 657, 5519. */
export function requiredDocuments(documentTypes: string): SeriesDocument[] {
  const groups = ['standard', 'simplified'].filter((_, digit) => documentTypes[digit] === '1');
  return seriesDocuments.filter((document) => groups.some((group) => document.split('-')[0] === group));
}

/** Returns the place of a document in the series; undefined if it has none, such as a prepayment. */
export function seriesDocumentOf({ simplified, typeCode }: DocumentFacts): SeriesDocument | undefined {
  const name = `${simplified ? 'simplified' : 'standard'}${suffixes[typeCode]}`;
  return seriesDocuments.find((document) => document === name);
}
