import { Box } from '@mantine/core';
import { IconAlertOctagonFilled } from '@tabler/icons-react';
import common from '../../ui/components/common.module.css';
import styles from '../../ui/components/marks/banner-line.module.css';
import { useLanguage } from '../../ui/language/language.tsx';

export function StoppedBanner() {
  const { t } = useLanguage();
  return (
    <div className={styles.line} data-level="red" role="alert">
      <IconAlertOctagonFilled size={22} className={common.fixed} aria-hidden />
      <Box component="p" flex={1} my="0.25rem">
        <strong>{t('stopped.says')}</strong> {t('stopped.advice')}
      </Box>
    </div>
  );
}
