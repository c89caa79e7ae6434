import type { CertificateSubject } from '../document/stamp/certificates/subject.ts';

/**
 * Returns the name of a device, which is the same in all its certificates: the authority keeps one chain of documents
 * for each device.
 */
export function deviceOf({ vatNumber, serial }: CertificateSubject): string {
  return `${vatNumber} ${serial}`;
}
