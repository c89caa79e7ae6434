import type { InvoiceDetail } from '../../../shared/contract/till/invoices.ts';
import type { AuthorityMessage } from '../../../shared/status.ts';
import { isRuleId, ruleWords } from '../../../shared/words/faults/rules.ts';
import type { Language } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { kindOf } from '../../ui/components/marks/message-kind.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useStatus } from '../../ui/terminal/status.tsx';
import styles from './reasons.module.css';

/**
 * Returns the authority's reasons for rejecting a document: its errors, or all messages when none is marked as an
 * error.
 */
export function reasonsOf(invoice: InvoiceDetail): readonly AuthorityMessage[] {
  const reported = invoice.timeline.findLast(({ messages }) => messages.length > 0)?.messages ?? [];
  const errors = reported.filter((message) => kindOf(message) === 'error');
  return errors.length > 0 ? errors : reported;
}

/**
 * The reasons why a document was rejected: in our words for a known rule, otherwise in the authority's. Only a manager
 * sees the codes.
 */
export function Reasons({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useLanguage();
  const reasons = reasonsOf(invoice);
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

function Reason({ message: { code, message } }: { message: AuthorityMessage }) {
  const { language } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  return (
    <>
      {ruleSentence(code, language) ?? <bdi dir="auto">{message ?? code}</bdi>}
      {isManager && code !== undefined && (
        <>
          {' '}
          <bdi dir="ltr" className={common.code}>
            {code}
          </bdi>
        </>
      )}
    </>
  );
}

/** Returns our words for a rule; undefined if they need a limit, which only the authority's text states. */
function ruleSentence(code: string | undefined, language: Language): string | undefined {
  if (code === undefined || !isRuleId(code)) return undefined;
  const sentence = ruleWords(code, language);
  return sentence.includes('{') ? undefined : sentence;
}
