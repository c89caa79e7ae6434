import { reasonsAmong } from '../../../shared/authority-reasons.ts';
import type { InvoiceDetail } from '../../../shared/contract/till/invoices.ts';
import type { AuthorityMessage } from '../../../shared/status.ts';
import { describeReason } from '../../../shared/words/faults/rules.ts';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useStatus } from '../../ui/terminal/status.tsx';
import styles from './reasons.module.css';

/** The reasons why a document was rejected. */
export function Reasons({ invoice }: { invoice: InvoiceDetail }) {
  const reported = invoice.timeline.findLast(({ messages }) => messages.length > 0)?.messages ?? [];
  return <ReasonList reasons={reasonsAmong(reported)} />;
}

/** Reasons in our words for a known rule, otherwise in the authority's. Only a manager sees the codes. */
export function ReasonList({ reasons }: { reasons: readonly AuthorityMessage[] }) {
  const { t } = useLanguage();
  if (reasons.length === 0) return <p className={common.flush}>{t('correct.noReasons')}</p>;
  return (
    <ul className={styles.reasons} aria-label={t('correct.reasons')}>
      {reasons.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and are replaced as a whole
        <li key={index}>
          <Reason message={message} />
        </li>
      ))}
    </ul>
  );
}

function Reason({ message }: { message: AuthorityMessage }) {
  const { language } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  return (
    <>
      <bdi dir="auto">{describeReason(message, language)}</bdi>
      {isManager && message.code !== undefined && (
        <>
          {' '}
          <bdi dir="ltr" className={common.code}>
            {message.code}
          </bdi>
        </>
      )}
    </>
  );
}
