import type { BalanceFinding } from '../../../books/corrections/proof/finding.ts';

/** Returns a finding about documents that name each other in an English sentence. */
export function wordsOfBalance(finding: BalanceFinding): string {
  switch (finding.what) {
    case 'taken-too-much':
      return excessWords(finding);
    case 'rests-on-rejected':
      return `alarm: ${excessWords(finding)}, because ${finding.debits.join(', ')} was rejected: issue it again`;
    case 'pieces-too-many':
      return `${finding.by.join(', ')}: ${finding.excess} more came back of line ${finding.line} of ${finding.of} than was sold`;
    case 'unlike':
      return `${finding.document} does not fit ${finding.of}: ${finding.reason}`;
    case 'own-as-other':
      return `${finding.document} names ${finding.of} as “${finding.named}”, a document of another system`;
  }
}

type Excess = Extract<BalanceFinding, { excess: string; at: string }>;

const excessWords = ({ by, excess, at, of }: Excess): string =>
  `${by.join(', ')}: ${excess} more than is left was taken of ${of.join(', ')} (${atWords(at)})`;

function atWords(at: string): string {
  if (at === 'total') return 'in total';
  return at === 'vatInSar' ? 'VAT in riyals' : `at ${at} %`;
}
