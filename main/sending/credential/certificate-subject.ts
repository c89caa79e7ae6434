import type { Company } from '../../../shared/company.ts';
import type { CertificateSubject } from '../../document/stamp/certificates/subject.ts';

/** Returns the company and its terminal as the subject of a certificate request (facts, The certificate request). */
export function certificateSubject({ certificate, terminal, vatNumber }: Company): CertificateSubject {
  return {
    commonName: `${terminal.numberPrefix}-${terminal.serial}-${vatNumber}`.slice(0, 64),
    organization: certificate.organization,
    organizationUnit: certificate.organizationUnit,
    country: 'SA',
    serial: `1-Khatm|2-Terminal|3-${terminal.serial}`,
    vatNumber,
    documentTypes: certificate.documentTypes,
    address: certificate.address,
    category: certificate.category,
  };
}
