import { IconAlertOctagonFilled } from '@tabler/icons-react';
import { useLanguage } from '../language/language.tsx';
import styles from './stopped-banner.module.css';

/** Says that the terminal's process does not answer, what is safe, and how to continue. */
export function StoppedBanner() {
  const { t } = useLanguage();
  return (
    <div className={styles.line} role="alert">
      <IconAlertOctagonFilled size={22} className={styles.icon} aria-hidden />
      <p className={styles.text}>
        <strong>{t('stopped.says')}</strong> {t('stopped.advice')}
      </p>
    </div>
  );
}
