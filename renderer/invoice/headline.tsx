import type { InvoiceDetail } from '../../shared/contract/invoices.ts';
import { useStatus } from '../client.tsx';
import { useLanguage } from '../language.tsx';
import { StatusIcon } from '../parts/status-mark.tsx';
import styles from './headline.module.css';

/** Which invoice this is, where it stands, and whether anyone has to do anything. */
export function Headline({ invoice }: { invoice: InvoiceDetail }) {
  const { t, format, words } = useLanguage();
  const title =
    invoice.kind !== 'invoice'
      ? words.kinds[invoice.kind]
      : t(invoice.customer === 'business' ? 'receipt.businessTitle' : 'receipt.consumerTitle');
  return (
    <header>
      <h1 className={styles.title}>
        {title} <bdi dir="ltr">{invoice.number}</bdi>
      </h1>
      <p className={styles.time}>{format.dateTime(invoice.issuedAt)}</p>
      <div className={styles.status} data-state={invoice.state} role="status">
        <StatusIcon state={invoice.state} size={32} />
        <div>
          <p className={styles.headline}>{t(`invoice.headline.${invoice.state}`)}</p>
          <StatusNote invoice={invoice} />
        </div>
      </div>
    </header>
  );
}

function StatusNote({ invoice }: { invoice: InvoiceDetail }) {
  const { t, format } = useLanguage();
  const now = useStatus()?.now ?? invoice.issuedAt;
  const time = format.dateTime(invoice.dueAt);
  if (invoice.state === 'waiting')
    return (
      <p>
        {t(Date.parse(invoice.dueAt) < Date.parse(now) ? 'invoice.note.overdue' : 'invoice.note.waiting', {
          time,
        })}
      </p>
    );
  if (invoice.state === 'accepted' && invoice.warnings > 0) return <p>{t('invoice.note.remarks')}</p>;
  return <p>{t(`invoice.note.${invoice.state}`)}</p>;
}
