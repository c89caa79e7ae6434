import type { CertificateSubject } from '../document/stamp/certificates/subject.ts';

/** Returns a device's name, the same in all its certificates: the authority keeps a chain for each device. */
export function deviceOf({ vatNumber, serial }: CertificateSubject): string {
  return `${vatNumber} ${serial}`;
}
