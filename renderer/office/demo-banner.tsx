import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './demo-banner.module.css';
import { useOfficeQuery } from './office.ts';
import { useOfficeWords } from './use-office-words.ts';

export function DemoBanner({ children }: { children: ReactNode }) {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('session.get', {});
  if (data?.isDemo !== true) return children;
  return (
    <div className={styles.page}>
      <div className={styles.banner} role="note" data-environment="training">
        <IconFlask size={20} aria-hidden />
        {t('demo')}
      </div>
      <div className={styles.rest}>{children}</div>
    </div>
  );
}
