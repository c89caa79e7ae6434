import { useRef, useState } from 'react';
import type { DraftMeans, DraftPayment } from '../../../shared/stored/basket/payment.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { type PadKey, pressPadKey } from '../../ui/components/pad/pad-key.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { focusField, useCart } from '../cart/cart.tsx';
import { roundCashOf } from '../cart/cash-rounding.ts';
import { changePayment, meansOffered, paymentOf } from '../cart/draft.ts';
import { dueOf } from '../cart/exchange.ts';
import { newPart, type Settlement, unpaid } from '../cart/payment.ts';
import { settlementOf } from '../cart/sale-of-draft.ts';
import type { Card, CardQuestion } from './use-card.ts';

export const tenderedField = 'pay-tendered';
export const partField = (key: string) => `pay-part-${key}`;
export const payAction = 'pay-issue';

export type Payment = ReturnType<typeof usePayment>;

/**
 * @param payable the amount due of the basket's document
 * @param card the part paid at the card terminal, after which only the rest is to be paid
 */
export function usePayment(payable: Halalas, { paid, hasTerminal }: Pick<Card, 'paid' | 'hasTerminal'>) {
  const { draft, edit } = useCart();
  const payment = unpaid(paymentOf(draft), paid);
  const due = dueOf(draft, payable);
  const coin = useStatus()?.cashRounding;
  const settlement = settlementOf(draft, payable, paid, coin);
  const [aimed, setAimed] = useState<string>();
  /** True when the next key of the pad begins a new amount, as typing over a selected text does. */
  const isSelected = useRef(true);

  const change = (part: Partial<DraftPayment>) => edit((now) => changePayment(now, part));
  const textOf = (field: string) =>
    field === tenderedField
      ? payment.tendered
      : (payment.parts.find(({ key }) => partField(key) === field)?.amount ?? '');
  const type = (field: string, text: string) => {
    isSelected.current = false;
    if (field === tenderedField) change({ tendered: text });
    else
      change({
        parts: draft.payment.parts.map((part) =>
          partField(part.key) === field ? { ...part, amount: text } : part,
        ),
      });
  };
  const fields = [
    ...(payment.means === 'several' ? payment.parts.map(({ key }) => partField(key)) : []),
    tenderedField,
  ];

  return {
    payment,
    settlement,
    due,
    /** True if cash of this basket is rounded. */
    isRounded: roundCashOf(draft, payable, coin) !== undefined,
    question: hasTerminal && draft.correction === undefined ? questionOf(payment, settlement) : undefined,
    offered: meansOffered(draft),
    choose(means: DraftMeans | 'several') {
      isSelected.current = true;
      const isFirst = means === 'several' && payment.parts.length === 0;
      change({ means, ...(isFirst && { parts: [newPart('cash'), newPart('card')] }) });
    },
    type,
    /** Fills in the cash handed over; '' for the exact amount. */
    hand(text: string) {
      change({ tendered: text });
      isSelected.current = true;
      focusField(tenderedField);
    },
    add: (means: DraftMeans) => change({ parts: [...draft.payment.parts, newPart(means)] }),
    remove: (removed: string) => change({ parts: draft.payment.parts.filter(({ key }) => key !== removed) }),
    pad(key: PadKey) {
      const field = fields.find((one) => one === aimed) ?? fields[0] ?? tenderedField;
      type(field, pressPadKey(isSelected.current ? '' : textOf(field), key));
    },
    aim(field: string) {
      if (field !== aimed) isSelected.current = true;
      setAimed(field);
    },
  };
}

function questionOf(payment: DraftPayment, { shares, trouble }: Settlement): CardQuestion | undefined {
  if (trouble !== undefined) return undefined;
  const index = shares.findIndex(({ means }) => means === 'card');
  const amount = shares[index]?.amount ?? 0;
  if (amount === 0) return undefined;
  const part = payment.means === 'several' ? payment.parts[index] : undefined;
  return { amount, ...(part !== undefined && { part: part.key }) };
}
