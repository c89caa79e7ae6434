import { Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { KnownItem } from '../../../../shared/contract/till/items.ts';
import { isGtin } from '../../../../shared/sale/gtin.ts';
import type { DraftLine } from '../../../../shared/stored/basket/draft.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { withHalalas } from '../../../ui/language/read-amount.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './item-field.module.css';
import { Offers, useOffers } from './offers.tsx';

interface ItemFieldProps {
  readonly id: string;
  readonly line: DraftLine;
  readonly number: number;
  readonly hasError: boolean;
  readonly messageId: string;
  readonly onText: (name: string) => void;
  readonly onBlur: () => void;
  readonly onTake: (item: KnownItem) => void;
  /** Called when a barcode was scanned, or typed, into a line without a price. */
  readonly onScan: (barcode: string) => void;
  readonly onEnter: () => void;
}

/**
 * A field for an item: typed, chosen from earlier sales, or scanned. For a person who types a name and presses Enter,
 * it behaves like a plain field.
 */
export function ItemField({
  id,
  line,
  number,
  hasError,
  messageId,
  onText,
  onBlur,
  onTake,
  onScan,
  onEnter,
}: ItemFieldProps) {
  const { t } = useLanguage();
  const [isTyping, setTyping] = useState(false);
  const offers = useOffers(useKnownItems(line.name, isTyping), setTyping);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Skips the Enter that ends the composition of an input method.
    if (event.nativeEvent.isComposing) return;
    offers.onEscape(event);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (event.repeat || offers.isChosen()) return;
    offers.close();
    const typed = withLatinNumbers(event.currentTarget.value).trim();
    if (line.price === '' && isGtin(typed)) onScan(typed);
    else onEnter();
  };

  return (
    <Offers
      of={offers}
      label={t('sale.soldBefore')}
      textsOf={({ article, barcode, name, unitPrice }) => ({
        key: article ?? barcode ?? name,
        name,
        ...(unitPrice && { beside: withHalalas(unitPrice) }),
      })}
      onTake={onTake}
    >
      <Textarea
        id={id}
        rows={1}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles.input }}
        aria-label={t('sale.itemOf', { number })}
        aria-describedby={hasError ? messageId : undefined}
        placeholder={line.barcode && t('sale.newName')}
        value={line.name}
        error={hasError}
        onChange={({ currentTarget }) => {
          offers.show();
          // A name is one line, even if a pasted text has several; the field only wraps it.
          onText(currentTarget.value.replaceAll(/[\r\n]+/g, ' '));
        }}
        onBlur={() => {
          offers.close();
          onBlur();
        }}
        onKeyDown={onKeyDown}
      />
    </Offers>
  );
}

const letters = 2;
const none: readonly KnownItem[] = [];

function useKnownItems(text: string, isTyping: boolean): readonly KnownItem[] {
  const typed = text.trim();
  const isAsked = isTyping && [...typed].length >= letters;
  const { data } = useTerminalQuery('item.find', isAsked ? { text: typed } : undefined, {
    gcTime: 60_000,
    keepsPrevious: true,
  });
  return isAsked ? (data?.items ?? none) : none;
}
