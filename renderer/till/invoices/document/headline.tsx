import { Box } from '@mantine/core';
import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import common from '../../../ui/components/common.module.css';
import {
  isRowLate,
  LateMark,
  useHandOver,
  wentByReporting,
} from '../../../ui/components/marks/late-mark.tsx';
import { StatusIcon } from '../../../ui/components/marks/status-mark.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useNow } from '../../../ui/terminal/use-now.ts';
import styles from './headline.module.css';

export function Headline({ invoice }: { invoice: InvoiceDetail }) {
  const { t, format, words } = useLanguage();
  const now = useNow(useStatus()?.now ?? invoice.issuedAt);
  const title =
    invoice.kind !== 'invoice'
      ? words.kinds[invoice.kind]
      : t(invoice.customer === 'business' ? 'receipt.businessTitle' : 'receipt.consumerTitle');
  return (
    <header>
      <Box component="h1" m="0.25rem 0 0" fz="1.625rem" fw={600}>
        {title} <bdi dir="ltr">{invoice.number}</bdi>
      </Box>
      <p className={common.remark}>{format.dateTime(invoice.trueAt ?? invoice.issuedAt)}</p>
      {invoice.trueAt !== undefined && (
        <p className={common.remark}>
          {t('invoices.datedWrongly', { time: format.dateTime(invoice.issuedAt) })}
        </p>
      )}
      <div className={styles.status} data-state={invoice.state} role="status">
        <StatusIcon state={invoice.state} size={32} />
        <div>
          <p className={styles.headline}>
            {t(`invoice.headline.${invoice.state}`)}
            {isRowLate(invoice, now) && <LateMark />}
          </p>
          <StatusNote invoice={invoice} now={now} />
          {wentByReporting(invoice) && <p>{t('clearanceOff.note')}</p>}
        </div>
      </div>
    </header>
  );
}

function StatusNote({ invoice, now }: { invoice: InvoiceDetail; now: number }) {
  const { t, format } = useLanguage();
  const time = format.dateTime(invoice.dueAt);
  const { state, warnings, replacedBy } = invoice;
  const handOver = useHandOver(invoice);
  if (handOver === 'uncleared') return <p>{t('unanswered.note', { time })}</p>;
  if (handOver === 'overdue') return <p>{t('unanswered.wait')}</p>;
  if (handOver === 'wait' && state === 'waiting') return <p>{t('invoice.note.clearance')}</p>;
  if (isRowLate(invoice, now)) return <p>{t(state === 'accepted' ? 'late.reported' : 'late.waiting')}</p>;
  if (state === 'rejected') return <p>{t(replacedBy ? 'correct.done' : 'invoice.note.rejected')}</p>;
  if (state === 'accepted' && warnings > 0) return <p>{t('invoice.note.remarks')}</p>;
  return <p>{t(`invoice.note.${state}`, { time })}</p>;
}
