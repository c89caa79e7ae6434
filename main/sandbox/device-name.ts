import type { CertificateSubject } from '../stamp/subject.ts';

/** Names a device across its certificates: the authority keeps one chain of documents for each. */
export function deviceOf({ vatNumber, serial }: CertificateSubject): string {
  return `${vatNumber} ${serial}`;
}
