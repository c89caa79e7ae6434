import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Halalas } from '../../shared/money.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import { isBlank } from '../cart/draft.ts';
import type { MessageOf } from '../cart/message.ts';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { KeyCap } from '../components/key-cap.tsx';
import { useLanguage } from '../language/language.tsx';
import { keys } from '../page/keys.ts';
import styles from './basket.module.css';
import { BasketLine } from './basket-line.tsx';

interface BasketProps {
  readonly price: ReadonlyMap<string, Halalas>;
  readonly stale: boolean;
  readonly messageOf: MessageOf;
  readonly onNewLine: () => void;
}

/** The lines of the sale, for keyboard and touch. */
export function Basket({ price, stale, messageOf, onNewLine }: BasketProps) {
  const { t } = useLanguage();
  const { draft } = useCart();

  /** Moves the focus from a line's last field to the next line, or to a new one. */
  const afterLine = (index: number) => {
    const next = draft.lines[index + 1];
    if (next === undefined) onNewLine();
    else focusField(fieldIds.line(next.key, 'name'));
  };

  return (
    <section aria-label={t('sale.item')}>
      <div className={`${styles.row} ${styles.head}`} aria-hidden>
        <span>{t('sale.item')}</span>
        <span className={styles.amount}>{t('sale.quantity')}</span>
        <span className={styles.amount}>{t('sale.price')}</span>
        <span className={styles.amount}>{t('sale.lineTotal')}</span>
      </div>
      {draft.lines.map((line, index) => (
        <BasketLine
          key={line.key}
          line={line}
          number={index + 1}
          total={isBlank(line) ? undefined : price.get(line.key)}
          stale={stale}
          messageOf={messageOf}
          isLast={index === draft.lines.length - 1}
          onDone={() => afterLine(index)}
        />
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={20} aria-hidden />}
        rightSection={<KeyCap of={keys.newLine} />}
        onClick={onNewLine}
      >
        {t('sale.addLine')}
      </Button>
    </section>
  );
}
