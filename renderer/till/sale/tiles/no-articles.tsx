import { Button } from '@mantine/core';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import styles from './tiles.module.css';

export function NoArticles() {
  const { t } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  return (
    <div className={styles.none}>
      <p>{t('tiles.none')}</p>
      {isManager && (
        <Button variant="default" component="a" href={hashOf({ screen: 'articles', page: 'list' })}>
          {t('tiles.toArticles')}
        </Button>
      )}
    </div>
  );
}
