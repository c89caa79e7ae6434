import type { InvoiceDetail } from '../../shared/contract/invoices.ts';
import type { AuthorityMessage } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import { isRuleId, ruleWords } from '../../shared/words/rules.ts';
import { kindOf } from '../components/message-kind.ts';
import { useLanguage } from '../language/language.tsx';
import { useStatus } from '../terminal/use-terminal-query.ts';
import styles from './reasons.module.css';

/** What the authority holds against a document: its errors, or all it said where it named none so. */
export function reasonsOf(invoice: InvoiceDetail): readonly AuthorityMessage[] {
  const said = invoice.timeline.findLast(({ messages }) => messages.length > 0)?.messages ?? [];
  const errors = said.filter((message) => kindOf(message) === 'error');
  return errors.length > 0 ? errors : said;
}

/** Why a document was refused: in our words where its rule is known, else in the authority's. Codes are a manager's. */
export function Reasons({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useLanguage();
  const reasons = reasonsOf(invoice);
  if (reasons.length === 0) return <p className={styles.none}>{t('correct.noReasons')}</p>;
  return (
    <ul className={styles.reasons} aria-label={t('correct.reasons')}>
      {reasons.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity and come whole
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
          <bdi dir="ltr" className={styles.code}>
            {code}
          </bdi>
        </>
      )}
    </>
  );
}

/** Our words for a rule; undefined where they name a limit, which only the authority's own text has. */
function ruleSentence(code: string | undefined, language: Language): string | undefined {
  if (code === undefined || !isRuleId(code)) return undefined;
  const sentence = ruleWords[language][code];
  return sentence.includes('{') ? undefined : sentence;
}
