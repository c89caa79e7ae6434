import common from '../../../ui/components/common.module.css';
import { FirstDay } from '../../../ui/components/first-day.tsx';
import { Page } from '../../../ui/components/layout/page.tsx';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import type { Route } from '../../../ui/page/route.ts';
import styles from './help-page.module.css';

/** The screens, of which one document and one article are described with their lists. */
type Screen = Exclude<Route['screen'], 'invoice' | 'article'>;

const terms = [
  'standard',
  'simplified',
  'clearance',
  'reporting',
  'creditNote',
  'debitNote',
  'certificate',
  'trial',
  'code',
  'device',
  'stamp',
  'counter',
  'previous',
  'qr',
] as const;

export function HelpPage() {
  const { t } = useLanguage();
  const names: Readonly<Record<Screen, string>> = {
    sale: t('app.saleScreen'),
    return: t('return.title'),
    shift: t('app.shiftScreen'),
    invoices: t('app.invoicesScreen'),
    today: t('today.title'),
    reports: t('reports.title'),
    month: t('month.title'),
    activity: t('activity.title'),
    articles: t('articles.title'),
    settings: t('app.settingsScreen'),
    setup: t('app.setupScreen'),
  };
  const screens = Object.keys(names) as Screen[];
  return (
    <Page title={t('guide.title')} lead={t('guide.lead')}>
      <FirstDay />
      <h3>{t('guide.screens')}</h3>
      <dl className={styles.screens}>
        {screens.map((name) => (
          <div key={name}>
            <dt>{names[name]}</dt>
            <dd>{t(`guide.pages.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('guide.elsewhere')}</h3>
      <p>{t('guide.elsewhereText')}</p>
      <h3>{t('guide.glossary')}</h3>
      <table className={`${common.table} ${styles.glossary}`} aria-label={t('guide.glossary')}>
        <TableHead heads={[t('guide.ours'), t('guide.theirs'), t('guide.meaning')]} />
        <tbody>
          {terms.map((term) => (
            <tr key={term}>
              <th scope="row">{t(`guide.words.${term}.ours`)}</th>
              <td>
                <bdi>{t(`guide.words.${term}.theirs`)}</bdi>
              </td>
              <td>{t(`guide.words.${term}.meaning`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Page>
  );
}
