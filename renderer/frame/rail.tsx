import { UnstyledButton } from '@mantine/core';
import { IconFileInvoice, IconKeyboard, IconShoppingBag } from '@tabler/icons-react';
import { keys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { KeyCap } from '../parts/key-cap.tsx';
import { hashOf, useRoute } from '../route.ts';
import styles from './rail.module.css';
import { Seal } from './seal.tsx';

interface RailProps {
  readonly canSell: boolean;
  readonly onHelp: () => void;
}

/** The way between the screens. */
export function Rail({ canSell, onHelp }: RailProps) {
  const { t } = useLanguage();
  const { screen } = useRoute();
  return (
    <nav className={styles.rail} aria-label={t('app.screens')}>
      <div className={styles.brand}>
        <Seal />
        {t('app.name')}
      </div>
      {canSell && (
        <>
          <a
            className={styles.way}
            href={hashOf({ screen: 'sale' })}
            aria-current={screen === 'sale' ? 'page' : undefined}
          >
            <IconShoppingBag size={26} stroke={1.75} aria-hidden />
            {t('app.saleScreen')}
            <KeyCap of={keys.saleScreen} />
          </a>
          <a
            className={styles.way}
            href={hashOf({ screen: 'invoices' })}
            aria-current={screen === 'sale' ? undefined : 'page'}
          >
            <IconFileInvoice size={26} stroke={1.75} aria-hidden />
            {t('app.invoicesScreen')}
            <KeyCap of={keys.invoicesScreen} />
          </a>
        </>
      )}
      <UnstyledButton className={`${styles.way} ${styles.help}`} onClick={onHelp}>
        <IconKeyboard size={26} stroke={1.75} aria-hidden />
        {t('bar.help')}
        <KeyCap of={keys.help} />
      </UnstyledButton>
    </nav>
  );
}
