import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys } from '../../../ui/page/keys.ts';
import { useCart } from '../../cart/cart.tsx';
import type { Removal } from '../../cart/removal.ts';
import styles from './line-tools.module.css';

/** The number of milliseconds for which a removal is offered to be undone. */
const offered = 10_000;

export function UndoBar({ onUndo }: { onUndo: () => void }) {
  const { t } = useLanguage();
  const last = useCart().removed.at(-1);
  const [passed, setPassed] = useState<Removal>();
  useEffect(() => {
    if (last === undefined) return;
    const timer = setTimeout(() => setPassed(last), offered);
    return () => clearTimeout(timer);
  }, [last]);
  return (
    <div className={styles.undo} role="status">
      {last !== undefined && last !== passed && (
        <div className={styles.offer}>
          <span className={styles.removed}>{t(last.kind === 'line' ? 'sale.removed' : 'sale.emptied')}</span>
          <Button
            variant="light"
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            rightSection={<KeyCap of={keys.undo} />}
            onClick={onUndo}
          >
            {t('sale.undo')}
          </Button>
        </div>
      )}
    </div>
  );
}
