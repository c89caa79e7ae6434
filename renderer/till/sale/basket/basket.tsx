import type { FocusEvent } from 'react';
import type { Halalas } from '../../../../shared/values/money.ts';
import common from '../../../ui/components/common.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useCart } from '../../cart/cart.tsx';
import { currencyOf, isBlank } from '../../cart/draft.ts';
import type { MessageOf } from '../../cart/message.ts';
import { countOf } from '../../cart/quantity.ts';
import styles from './basket.module.css';
import { BasketLine } from './basket-line.tsx';
import { lineMessages } from './line-messages.ts';

interface BasketProps {
  readonly price: ReadonlyMap<string, Halalas>;
  readonly stale: boolean;
  readonly messageOf: MessageOf;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
  readonly onNewLine: () => void;
}

export function Basket({ price, stale, messageOf, chosen, onChoose, onNewLine }: BasketProps) {
  const { t } = useLanguage();
  const { draft } = useCart();
  const currency = currencyOf(draft);
  const choose = ({ target }: FocusEvent<HTMLElement>) => {
    const key = target.closest<HTMLElement>('[data-line]')?.dataset.line;
    const line = draft.lines.find((one) => one.key === key);
    // Typing continues in the blank line, while the line chosen before stays selected for changes.
    if (line !== undefined && !isBlank(line)) onChoose(line.key);
  };
  return (
    <section aria-label={t('sale.item')} data-stale={stale || undefined} onFocus={choose}>
      <Head />
      {draft.lines.map((line, index) => (
        <BasketLine
          key={line.key}
          line={line}
          number={index + 1}
          total={isBlank(line) ? undefined : price.get(line.key)}
          currency={currency}
          messages={lineMessages(messageOf, line)}
          isChosen={line.key === chosen}
          isLast={index === draft.lines.length - 1}
          onTaken={onChoose}
          onNewLine={onNewLine}
        />
      ))}
    </section>
  );
}

function Head() {
  const { t } = useLanguage();
  const { draft } = useCart();
  const { lines, pieces } = countOf(draft);
  return (
    <div className={`${styles.row} ${styles.head}`}>
      <span role="status">
        {lines === 0
          ? t('sale.item')
          : `${t('sale.items', { count: lines })} · ${t('sale.pieces', { count: pieces })}`}
      </span>
      <span className={`${common.right} ${styles.amount}`} aria-hidden>
        {t('sale.quantity')}
      </span>
      <span className={`${common.right} ${styles.amount}`} aria-hidden>
        {t('sale.price')}
      </span>
      <span className={`${common.right} ${styles.amount}`} aria-hidden>
        {t('sale.lineTotal')}
      </span>
    </div>
  );
}
