import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { KnownItem } from '../../shared/contract/items.ts';
import type { Halalas } from '../../shared/money.ts';
import { exemptionReason } from '../../shared/vat.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import { changeLine, type DraftLine, isBlank, removeLine } from '../cart/draft.ts';
import type { MessageOf } from '../cart/message.ts';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { Field } from '../components/field.tsx';
import { Money } from '../components/money.tsx';
import { useLanguage } from '../language/language.tsx';
import styles from './basket.module.css';
import { ItemField } from './known-items/item-field.tsx';
import { takeItem } from './known-items/take-item.ts';
import { useScan } from './known-items/use-scan.ts';
import { LineDiscount } from './line-discount.tsx';
import { LineMenu } from './line-menu.tsx';

interface BasketLineProps {
  readonly line: DraftLine;
  /** The number of the line, from 1. */
  readonly number: number;
  readonly total: Halalas | undefined;
  readonly stale: boolean;
  readonly messageOf: MessageOf;
  readonly isLast: boolean;
  /** Called when Enter is pressed in the last field. */
  readonly onDone: () => void;
}

export function BasketLine({ line, number, total, stale, messageOf, isLast, onDone }: BasketLineProps) {
  const { t, language } = useLanguage();
  const { edit, touch } = useCart();
  const id = {
    name: fieldIds.line(line.key, 'name'),
    quantity: fieldIds.line(line.key, 'quantity'),
    price: fieldIds.line(line.key, 'price'),
    exemptionText: fieldIds.line(line.key, 'exemptionText'),
    discount: fieldIds.line(line.key, 'discount'),
  };
  const change = (part: Partial<DraftLine>) => edit((draft) => changeLine(draft, line.key, part));
  const touched = (field: string) => () => {
    if (!isBlank(line)) touch(field);
  };
  const onEnter = (next: () => void) => (event: KeyboardEvent) => {
    // Skips the Enter that ends the composition of an input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) next();
  };
  const leaveName = () => focusField(isLast && isBlank(line) ? fieldIds.issue : id.quantity);
  const reason = exemptionReason(line.exemption);
  const take = (item: KnownItem) => {
    flushSync(() => edit((draft) => takeItem(draft, line.key, item)));
    focusField(id.quantity);
  };
  const takeIn = useScan();
  const scan = (barcode: string) => {
    // Empties the field at once and keeps its focus: the next scan may follow before the terminal has found this one.
    flushSync(() => change({ name: '' }));
    void takeIn(barcode, { key: line.key });
  };
  const startDiscount = () => {
    flushSync(() => change({ discount: { kind: 'amount', value: '' } }));
    focusField(id.discount);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid row in all engines
    <div role="group" aria-label={t('sale.itemOf', { number })}>
      <div className={styles.row}>
        <ItemField
          id={id.name}
          line={line}
          number={number}
          error={messageOf(id.name)}
          onText={(name) => change({ name })}
          onBlur={touched(id.name)}
          onTake={take}
          onScan={scan}
          onEnter={leaveName}
        />
        <Field
          id={id.quantity}
          amount
          aria-label={t('sale.quantityOf', { number })}
          value={line.quantity}
          error={messageOf(id.quantity)}
          onText={(quantity) => change({ quantity })}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={touched(id.quantity)}
          onKeyDown={onEnter(() => focusField(id.price))}
        />
        <Field
          id={id.price}
          amount
          aria-label={t('sale.priceOf', { number })}
          value={line.price}
          error={messageOf(id.price)}
          onText={(price) => change({ price })}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={touched(id.price)}
          onKeyDown={onEnter(onDone)}
        />
        <output className={`${styles.amount} ${styles.total}`} data-stale={stale || undefined}>
          <Money amount={total} />
        </output>
        <div className={styles.actions}>
          <LineMenu line={line} number={number} onChange={change} onDiscount={startDiscount} />
          <ActionIcon
            aria-label={t('sale.removeLine', { number })}
            onClick={() => edit((draft) => removeLine(draft, line.key))}
          >
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      {line.barcode !== undefined && line.name.trim() === '' && <NewCode code={line.barcode} />}
      {line.discount !== undefined && (
        <LineDiscount
          id={id.discount}
          discount={line.discount}
          number={number}
          error={messageOf(id.discount)}
          onChange={(discount) => change({ discount })}
        />
      )}
      {line.exemption === '' && line.rate !== '15' && (
        <div className={styles.exemption}>{t('sale.vatRate', { rate: line.rate })}</div>
      )}
      {line.exemption !== '' && (
        <div className={styles.exemption}>
          {reason === undefined || reason.en === '' ? (
            <Field
              id={id.exemptionText}
              aria-label={t('sale.reasonInWords', { number })}
              placeholder={t('sale.reasonPlaceholder')}
              value={line.exemptionText}
              error={messageOf(id.exemptionText)}
              onText={(exemptionText) => change({ exemptionText })}
              onBlur={touched(id.exemptionText)}
            />
          ) : (
            t('sale.noVatBecause', { reason: reason[language] })
          )}
        </div>
      )}
    </div>
  );
}

/** The sentence under an item that was scanned for the first time: what to do, once. */
function NewCode({ code }: { code: string }) {
  const { t } = useLanguage();
  const sentence = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolling answers with a promise, which is no way to clean up an effect.
    void sentence.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={sentence} className={styles.newCode} role="status">
      {t('sale.newCode', { code })}
    </div>
  );
}
