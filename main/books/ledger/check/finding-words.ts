import type { AuditFinding, RecordsCheck } from './audit-facts.ts';

const words: Readonly<Record<AuditFinding['what'], (number: number) => string>> = {
  'document-without-line': (icv) => `document ${icv} has no line`,
  'document-twice': (icv) => `document ${icv} has two lines`,
  'document-differs': (icv) => `document ${icv} is not what its line says`,
  'document-damaged': (icv) => `document ${icv} is damaged: what rests on it cannot be proved`,
  'line-without-document': (icv) => `a line names document ${icv}, which is not there`,
  'answer-differs': (icv) =>
    icv === 0
      ? 'the documents are not counted as their states are'
      : `what the authority answered to document ${icv} is not what its lines say`,
  'credentials-differ': () => 'what is kept of certificates is not what the newest line about them says',
  'settings-differ': () => 'the settings that stop issuing are not what the newest line about them says',
  'times-differ': (icv) => `document ${icv} has another true time than managers stated`,
  'stand-in-differs': (icv) => `document ${icv} does not stand for what a manager said`,
  'shift-differs': (number) => `shift ${number} is not what its lines say`,
  'payment-differs': (number) => `payment ${number} on account is not what its line says`,
};

/** Returns what was found, in an English sentence for the command line and for the detail of a failure. */
export const wordsOfRecord = ({ what, number }: AuditFinding): string => words[what](number);

/** Returns the first line that does not match, or the first row that is not what the lines say. */
export function faultOfRecords({
  broken,
  findings: [finding],
}: Pick<RecordsCheck, 'broken' | 'findings'>): string | undefined {
  if (broken !== undefined) return `audit log, line ${broken}`;
  return finding && wordsOfRecord(finding);
}
