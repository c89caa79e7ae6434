import { Combobox, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { KnownBuyer } from '../../shared/contract/items.ts';
import type { Buyer } from '../../shared/party.ts';
import { Field, type FieldProps } from '../components/field.tsx';
import { useLanguage } from '../language/language.tsx';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import styles from './known-items/item-field.module.css';

interface BuyerNameFieldProps extends FieldProps {
  readonly value: string;
  /** Called when a buyer of an earlier sale was chosen. */
  readonly onTake: (buyer: Buyer) => void;
}

const none: readonly KnownBuyer[] = [];

/** A field for the name, or the number, of a buyer; it offers those of earlier sales, and the newest while empty. */
export function BuyerNameField({ onTake, onText, onBlur, ...field }: BuyerNameFieldProps) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const buyers = useKnownBuyers(field.value, isOpen);
  const list = useCombobox({ opened: buyers.length > 0 });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && buyers.length > 0) {
      event.preventDefault();
      setOpen(false);
    }
    const isChosen = buyers.length > 0 && list.getSelectedOptionIndex() >= 0;
    if (event.key !== 'Enter') return;
    // The form goes to its next field otherwise.
    if (isChosen) event.stopPropagation();
    else setOpen(false);
  };

  return (
    <Combobox
      store={list}
      position="bottom-start"
      offset={4}
      shadow="md"
      classNames={{ dropdown: styles.list }}
      onOptionSubmit={(index) => {
        const known = buyers[Number(index)];
        setOpen(false);
        list.resetSelectedOption();
        if (known !== undefined) onTake(known.buyer);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <Field
          {...field}
          onText={(text) => {
            setOpen(true);
            list.resetSelectedOption();
            onText(text);
          }}
          onFocus={() => setOpen(field.value === '')}
          onBlur={(event) => {
            setOpen(false);
            list.resetSelectedOption();
            onBlur?.(event);
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('sale.knownBuyers')}>
          {buyers.map(({ buyer }, index) => (
            <Combobox.Option
              key={`${numberOf(buyer)} ${buyer.name}`}
              value={String(index)}
              className={styles.option}
            >
              <bdi className={styles.name}>{buyer.name}</bdi>
              <span className={styles.price}>{numberOf(buyer)}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const numberOf = ({ vatNumber, identification }: Buyer) => vatNumber ?? identification?.value ?? '';

function useKnownBuyers(text: string, isOpen: boolean): readonly KnownBuyer[] {
  const { data } = useTerminalQuery('buyer.find', isOpen ? { text: text.trim() } : undefined, {
    gcTime: 60_000,
    keepsPrevious: true,
  });
  return isOpen ? (data?.buyers ?? none) : none;
}
