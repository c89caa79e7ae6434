import type { CertificateSubject } from '../stamp/subject.ts';

/** What a device is to the authority, whatever its certificates: one chain of documents for each. */
export function deviceOf({ vatNumber, serial }: CertificateSubject): string {
  return `${vatNumber} ${serial}`;
}
