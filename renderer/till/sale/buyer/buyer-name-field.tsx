import { type KeyboardEvent, useState } from 'react';
import type { KnownBuyer } from '../../../../shared/contract/till/items.ts';
import type { Buyer } from '../../../../shared/sale/party.ts';
import { Field, type FieldProps } from '../../../ui/components/forms/field.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { Offers, useOffers } from '../known-items/offers.tsx';

interface BuyerNameFieldProps extends FieldProps {
  readonly value: string;
  readonly onTake: (buyer: Buyer) => void;
}

const none: readonly KnownBuyer[] = [];

/** A field for the name, or the number, of a buyer; it offers those of earlier sales, and the newest while empty. */
export function BuyerNameField({ onTake, onText, onBlur, ...field }: BuyerNameFieldProps) {
  const { t } = useLanguage();
  const { value } = field;
  const [isOpen, setOpen] = useState(false);
  const known = useOffers(useKnownBuyers(value, isOpen), setOpen);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    known.onEscape(event);
    if (event.key !== 'Enter') return;
    // Otherwise the form would move to its next field.
    if (known.isChosen()) event.stopPropagation();
    else known.close();
  };

  return (
    <Offers
      of={known}
      label={t('sale.knownBuyers')}
      textsOf={({ buyer }) => {
        const number = numberOf(buyer);
        return { key: `${number} ${buyer.name}`, name: buyer.name, beside: number };
      }}
      onTake={({ buyer }) => onTake(buyer)}
    >
      <Field
        {...field}
        onText={(text) => {
          known.show();
          onText(text);
        }}
        onFocus={() => known.show(value === '')}
        onBlur={(event) => {
          known.close();
          onBlur?.(event);
        }}
        onKeyDown={onKeyDown}
      />
    </Offers>
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
