import { CertificateFacts } from '../../../ui/components/certificate-facts.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './about-page.module.css';

export function AboutPage() {
  const { t } = useLanguage();
  const about = useTerminalQuery('about.get', {}).data;
  const certificate = useTerminalQuery('credential.get', {}).data?.certificate;
  const parts = about && [
    about.electron && `Electron ${about.electron}`,
    about.chrome && `Chromium ${about.chrome}`,
    `Node.js ${about.node}`,
  ];
  return (
    <Page title={t('about.title')} lead={t('about.lead')}>
      {about && parts && (
        <dl className={forms.facts}>
          {(
            [
              ['version', about.version],
              ['terminal', about.terminal],
              ['folder', about.folder],
              ['logs', about.logs],
              ['system', about.system],
              ['parts', parts.filter((part) => part !== undefined).join(', ')],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`about.${name}`)}</dt>
              <dd>
                <bdi dir="ltr">{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {certificate && (
        <>
          <h3>{t('about.certificate')}</h3>
          <CertificateFacts certificate={certificate} />
        </>
      )}
      <h3>{t('about.licences')}</h3>
      <Licences />
    </Page>
  );
}

function Licences() {
  const { t } = useLanguage();
  const libraries = useTerminalQuery('about.licences', {}).data?.libraries;
  if (libraries === undefined) return null;
  if (libraries.length === 0) return <p className={page.lead}>{t('about.noLicences')}</p>;
  return (
    <>
      <p className={page.lead}>{t('about.licencesLead')}</p>
      {libraries.map(({ name, version, licence, text }) => (
        <Collapsible
          key={`${name} ${version}`}
          title={`\u2066${[`${name} ${version}`, licence].filter((part) => part !== '').join(', ')}\u2069`}
        >
          {text === '' ? (
            <p>{t('about.noText')}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is wider than the page
            <pre dir="ltr" lang="en" className={styles.text} tabIndex={0}>
              {text}
            </pre>
          )}
        </Collapsible>
      ))}
    </>
  );
}
