import { type Halalas, halalasToText } from '../../../../shared/values/money.ts';
import type { CardEnd } from '../../../books/ledger/cards/card-payments.ts';
import type { CardAnswer, CardRequest } from './card-terminal.ts';

/**
 * Reads what a card terminal answered. An approval counts for the amount and currency that were asked for; any other
 * approval is a separate state, which a person resolves. At most four digits of the card's number are stored, whatever
 * the terminal sent.
 * @returns undefined while the customer has the card
 */
export function endOf(
  answer: CardAnswer,
  { amount, currency }: Omit<CardRequest, 'id'>,
): CardEnd | undefined {
  switch (answer.state) {
    case 'pending':
      return undefined;
    case 'approved': {
      const { taken, currency: in_, lastFour, ...stated } = answer;
      const facts = { taken, ...texts(stated), ...(isFourDigits(lastFour) && { lastFour }) };
      if (taken === amount && in_ === currency) return { ...facts, state: 'approved' };
      return { ...facts, state: 'differs', says: amountText(taken, in_) };
    }
    default:
      return { state: answer.state, ...texts({ says: answer.says }) };
  }
}

/** The length of the longest text that is stored. */
const longest = 100;

function texts<T extends Record<string, string | undefined>>(values: T): T {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, text && withoutCardNumber(text).slice(0, longest)]),
  ) as T;
}

/** Hides all but the last four digits of anything that may be a card number. */
export function withoutCardNumber(text: string): string {
  return text.replace(/\p{Nd}(?:[\s.-]?\p{Nd}){12,}/gu, (number) => `**** ${number.slice(-4)}`);
}

const isFourDigits = (text: string | undefined): text is string => text !== undefined && /^\d{4}$/.test(text);

const amountText = (taken: Halalas, currency: string) =>
  withoutCardNumber(`${currency} ${halalasToText(taken)}`).slice(0, longest);
