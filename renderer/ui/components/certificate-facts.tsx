import type { CertificateView } from '../../../shared/contract/terminal/credentials.ts';
import { describeDocumentTypes } from '../../../shared/words/credential.ts';
import { useLanguage } from '../language/language.tsx';
import forms from './forms/forms.module.css';
import { Written } from './written.tsx';

export function CertificateFacts({ certificate }: { certificate: CertificateView }) {
  const { t, language, format } = useLanguage();
  const { organization, organizationUnit, vatNumber, documentTypes, issuer, commonName } = certificate;
  const facts: [name: string, value: string, ltr?: boolean][] = [
    [t('certificate.who'), organization],
    [t('certificate.branch'), organizationUnit],
    ...(vatNumber === undefined
      ? []
      : [[t('certificate.vatNumber'), vatNumber, true] as [string, string, boolean]]),
    ...(documentTypes === undefined
      ? []
      : [[t('certificate.documents'), describeDocumentTypes(documentTypes, language)] as [string, string]]),
    [t('certificate.from'), format.date(certificate.validFrom)],
    [t('certificate.until'), format.date(certificate.validTo)],
    [t('certificate.issuer'), issuer, true],
    [t('certificate.device'), commonName, true],
    [t('certificate.serial'), certificate.serial, true],
  ];
  return (
    <dl className={forms.facts}>
      {facts.map(([name, value, ltr]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{ltr ? <bdi dir="ltr">{value}</bdi> : <Written text={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
