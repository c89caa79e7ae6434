import type { DocumentFacts } from '../stamp/read-document.ts';

const documentKinds: readonly { readonly typeCode: string; readonly name: string }[] = [
  { typeCode: '388', name: '' },
  { typeCode: '381', name: 'credit-note-' },
  { typeCode: '383', name: 'debit-note-' },
];

/**
 * The steps before a production certificate, by the certificate's document types (TSCZ): three for standard documents,
 * three for simplified ones. Source: C 657, 5519; the names are those projects report from Missing-ComplianceSteps.
 */
export function requiredSteps(documentTypes: string): string[] {
  const groups = ['standard', 'simplified'].filter((_, digit) => documentTypes[digit] === '1');
  return groups.flatMap((group) => documentKinds.map(({ name }) => `${group}-${name}compliant`));
}

/** The step a document passes; undefined for one that is no part of the series, a prepayment say. */
export function stepOf({ simplified, typeCode }: DocumentFacts): string | undefined {
  const kind = documentKinds.find((each) => each.typeCode === typeCode);
  return kind && `${simplified ? 'simplified' : 'standard'}-${kind.name}compliant`;
}
