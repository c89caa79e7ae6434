import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import common from '../../../ui/components/common.module.css';
import { kindOf } from '../../../ui/components/marks/message-kind.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import styles from './messages.module.css';

/** The authority's messages in its latest answer that had any, unchanged. */
export function Messages({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useLanguage();
  const messages = invoice.timeline.findLast((entry) => entry.messages.length > 0)?.messages;
  if (messages === undefined) return null;
  return (
    <section className={styles.messages}>
      <h2 className={common.subtitle}>{t('invoice.messages')}</h2>
      <ul className={common.bare}>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and are replaced as a whole
          <li key={index} data-kind={kindOf(message)}>
            <p className={styles.kind}>
              {t(`invoice.${kindOf(message)}`)} <bdi dir="ltr">{message.code}</bdi>
            </p>
            <p dir="auto">{message.message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
