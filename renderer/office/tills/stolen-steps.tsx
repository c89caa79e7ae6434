import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficeWords } from '../use-office-words.ts';

/** The steps in the authority's portal after a till was stolen, and what is known of its documents. */
export function StolenSteps({ known }: { known: OfficeOutput<'till.get'> }) {
  const { t, when } = useOfficeWords();
  const { format } = useLanguage();
  const { till, now, serial, stolenAt } = known;
  const { status } = till;
  if (stolenAt === null) return null;
  return (
    <section>
      <h3>{t('stolen.title', { time: when(stolenAt, now) })}</h3>
      <p>{t('stolen.lead')}</p>
      <ol>
        <li>{t('stolen.find', { serial: serial ?? '–' })}</li>
        <li>{t('stolen.revoke')}</li>
        <li>{t('stolen.note')}</li>
      </ol>
      <p>{t('stolen.ends', { icv: till.documents })}</p>
      {status !== null && (
        <p>
          {t('stolen.waited', {
            shown: format.count(status.waiting + status.parked),
            time: when(status.at, now),
          })}
        </p>
      )}
    </section>
  );
}
