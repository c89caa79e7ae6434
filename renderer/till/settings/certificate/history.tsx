import type { CredentialView } from '../../../../shared/contract/terminal/credentials.ts';
import { credentialWords } from '../../../../shared/words/credential.ts';
import common from '../../../ui/components/common.module.css';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import styles from './history.module.css';

export function History({ rows }: { rows: CredentialView['history'] }) {
  const { t, language, format } = useLanguage();
  const words = credentialWords[language];
  return (
    <section>
      <h3>{t('settings.certificate.history')}</h3>
      <table className={`${common.table} ${styles.table}`}>
        <TableHead
          heads={[
            t('settings.certificate.issued'),
            t('settings.certificate.stage'),
            t('settings.certificate.kind'),
            t('settings.certificate.validTo'),
            t('settings.certificate.ended2'),
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.stage} ${row.serial}`} data-ended={row.end !== undefined || undefined}>
              <td>{format.date(row.issuedAt)}</td>
              <td>{words.stages[row.stage]}</td>
              <td>{words.flows[row.kind]}</td>
              <td>{format.date(row.validTo)}</td>
              <td>{row.end === undefined ? t('settings.certificate.inForce') : words.ends[row.end]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
