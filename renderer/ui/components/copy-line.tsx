import { Box, Button, CopyButton } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import common from './common.module.css';
import styles from './copy-line.module.css';

interface CopyLineProps {
  readonly label: string;
  /** An address, an id or a secret, shown left to right in both languages. */
  readonly value: string;
}

export function CopyLine({ label, value }: CopyLineProps) {
  const { t } = useLanguage();
  return (
    <div className={styles.line}>
      <span className={common.soft}>{label}</span>
      <Box component="span" className={common.wrap} ff="monospace">
        <bdi dir="ltr">{value}</bdi>
      </Box>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" miw="7rem" onClick={copy} aria-label={`${t('app.copy')}: ${label}`}>
            {t(copied ? 'app.copied' : 'app.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
