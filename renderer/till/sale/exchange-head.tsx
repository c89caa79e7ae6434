import { Button } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useCart } from '../cart/cart.tsx';
import type { DraftExchange } from '../cart/exchange.ts';
import styles from './exchange-head.module.css';

export function ExchangeHead({ exchange: { number, note, back } }: { exchange: DraftExchange }) {
  const { t } = useLanguage();
  const { edit } = useCart();
  const title = t('exchange.title', { number: `\u2068${number}\u2069` });
  return (
    <section className={styles.head} aria-label={title}>
      <IconArrowsExchange size={26} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        <ul className={common.bare}>
          {note.lines.map(({ name, quantity }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a note never change
            <li key={index}>
              <bdi>{name}</bdi> × <bdi dir="ltr">{quantity}</bdi>
            </li>
          ))}
        </ul>
        <Button variant="default" onClick={() => edit((now) => ({ ...now, exchange: undefined }))}>
          {t('exchange.leave')}
        </Button>
      </div>
      <span className={styles.back}>
        <Money amount={-back} />
      </span>
    </section>
  );
}
