import styles from '../components/list.module.css';
import { useLanguage } from '../language/language.tsx';
import { hashOf } from '../page/route.ts';

/** The way to where the API is opened, for whatever needs it open. */
export function ToApi() {
  const { t } = useLanguage();
  return (
    <a className={styles.link} href={hashOf({ screen: 'settings', page: 'integrations', section: 'api' })}>
      {t('integrations.programs.toApi')}
    </a>
  );
}
