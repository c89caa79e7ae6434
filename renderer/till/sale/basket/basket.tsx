import { shallowEqual } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, memo } from 'react';
import { flushSync } from 'react-dom';
import type { KnownItem } from '../../../../shared/contract/till/items.ts';
import type { DraftLine } from '../../../../shared/stored/basket/draft.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { Money } from '../../../ui/components/tables/money.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { focusField, useCart, useCartActions } from '../../cart/cart.tsx';
import { changeLine, currencyOf, isBlank } from '../../cart/draft.ts';
import type { MessageOf } from '../../cart/message.ts';
import { countOf } from '../../cart/quantity.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import { ItemField } from '../known-items/item-field.tsx';
import { takeItem } from '../known-items/take-item.ts';
import { useScan } from '../known-items/use-scan.ts';
import styles from './basket.module.css';
import { LineExtras } from './line-extras.tsx';
import { type LineMessages, lineMessages } from './line-messages.ts';

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

interface BasketLineProps {
  readonly line: DraftLine;
  readonly number: number;
  readonly total: Halalas | undefined;
  readonly currency: string;
  readonly messages: LineMessages;
  readonly isChosen: boolean;
  readonly isLast: boolean;
  readonly onTaken: (key: string) => void;
  readonly onNewLine: () => void;
}

/**
 * One line. It is rendered only for its own changes, so that a key press costs the same with a hundred lines as with
 * one.
 */
const BasketLine = memo(Line, (before, now) => {
  const { messages: old, ...rest } = before;
  const { messages, ...others } = now;
  return shallowEqual(rest, others) && shallowEqual(old, messages);
});

function Line({
  line,
  number,
  total,
  currency,
  messages,
  isChosen,
  isLast,
  onTaken,
  onNewLine,
}: BasketLineProps) {
  const { t } = useLanguage();
  const { change, touched, take, scan, leaveName, leavePrice } = useLine(line, {
    isLast,
    onTaken,
    onNewLine,
  });
  const messageId = `line-${line.key}-messages`;
  const amount = (field: 'quantity' | 'price', label: string, onEnter: () => void) => ({
    id: fieldIds.line(line.key, field),
    amount: true,
    'aria-label': label,
    value: line[field],
    error: messages[field],
    messageId,
    onText: (text: string) => change({ [field]: text }),
    onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select(),
    onBlur: touched(field),
    onKeyDown: (event: KeyboardEvent) => {
      // Skips the Enter that ends the composition of an input method.
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (!event.repeat) onEnter();
    },
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid row in all engines
    <div
      role="group"
      className={styles.line}
      aria-label={t('sale.itemOf', { number })}
      data-line={line.key}
      data-chosen={isChosen || undefined}
    >
      <div className={styles.row}>
        <ItemField
          id={fieldIds.line(line.key, 'name')}
          line={line}
          number={number}
          hasError={messages.name !== undefined}
          messageId={messageId}
          onText={(name) => change({ name })}
          onBlur={touched('name')}
          onTake={take}
          onScan={scan}
          onEnter={leaveName}
        />
        <Field
          {...amount('quantity', t('sale.quantityOf', { number }), () =>
            focusField(fieldIds.line(line.key, 'price')),
          )}
        />
        <Field {...amount('price', t('sale.priceOf', { number }), leavePrice)} />
        <output className={`${common.right} ${styles.amount} ${styles.total}`}>
          <Money amount={total} />
        </output>
      </div>
      <LineExtras
        line={line}
        number={number}
        currency={currency}
        messages={messages}
        messageId={messageId}
        onChange={change}
      />
    </div>
  );
}

function useLine(
  line: DraftLine,
  { isLast, onTaken, onNewLine }: Pick<BasketLineProps, 'isLast' | 'onTaken' | 'onNewLine'>,
) {
  const { edit, touch, latest } = useCartActions();
  const acceptScan = useScan(onTaken);
  const { key } = line;
  const change = (part: Partial<DraftLine>) => edit((draft) => changeLine(draft, key, part));
  return {
    change,
    touched: (field: 'name' | 'quantity' | 'price') => () => {
      if (!isBlank(line)) touch(fieldIds.line(key, field));
    },
    take(item: KnownItem) {
      flushSync(() => edit((draft) => takeItem(draft, key, item)));
      focusField(fieldIds.line(key, 'quantity'));
    },
    scan(barcode: string) {
      // Empties the field at once and keeps its focus: the next scan may follow before the terminal has found this one.
      flushSync(() => change({ name: '' }));
      void acceptScan(barcode, { key });
    },
    leaveName: () => focusField(isLast && isBlank(line) ? fieldIds.issue : fieldIds.line(key, 'quantity')),
    leavePrice() {
      const { lines } = latest().draft;
      const next = lines[lines.findIndex((one) => one.key === key) + 1];
      if (next === undefined) onNewLine();
      else focusField(fieldIds.line(next.key, 'name'));
    },
  };
}
