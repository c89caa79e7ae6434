import type { SaleInput } from '../../../shared/sale/sale.ts';
import type { DraftMeans, DraftPayment, PaymentPart } from '../../../shared/stored/basket/payment.ts';
import { type Halalas, halalasToText, sumHalalas } from '../../../shared/values/money.ts';
import { readAmount } from '../../ui/language/read-amount.ts';

/* The payment of a basket in the form. Amounts are the texts of their fields; `settle` reads them for an amount due. */

export const cashPayment: DraftPayment = { means: 'cash', tendered: '', parts: [] };

export function newPart(means: DraftMeans): PaymentPart {
  return { key: crypto.randomUUID(), means, amount: '' };
}

/** A payment that the card terminal has approved; a part of several means has the same id as its key. */
export interface PaidByCard {
  readonly id: string;
  readonly amount: Halalas;
}

/** A function that rounds an amount of cash. */
export type RoundCash = (amount: Halalas) => Halalas;

/** A part with its amount; undefined if it was not typed yet. */
interface Share {
  readonly means: DraftMeans;
  readonly amount: Halalas | undefined;
}

export interface Settlement {
  readonly shares: readonly Share[];
  /** The amount that no part covers yet; negative if the parts exceed the amount due. */
  readonly rest: Halalas;
  readonly change: Halalas;
  /** The difference between the shares and the amount due, because cash was rounded. */
  readonly rounding: Halalas;
  readonly trouble?: Trouble | undefined;
}

export interface Trouble {
  readonly kind: 'unreadable' | 'missing' | 'short' | 'rest' | 'tooMuch';
  readonly amount: Halalas;
}

/**
 * Reads the typed payment for an amount due. If there is no `trouble`, the shares add up to it.
 * @param payment a payment by the means offered, not `asBefore`
 * @param takesCash false when money is paid back, since nobody hands over anything then
 * @param roundCash rounds the shares in cash; by default they are not rounded
 */
export function settle(
  payment: DraftPayment,
  due: Halalas,
  takesCash = true,
  roundCash: RoundCash = (amount) => amount,
): Settlement {
  const { shares: exact, rest, trouble } = sharesOf(payment, due);
  const shares = exact.map(({ means, amount }) =>
    means === 'cash' && amount !== undefined ? { means, amount: roundCash(amount) } : { means, amount },
  );
  const rounding = trouble === undefined ? sumOf(shares) - sumOf(exact) : 0;
  const isNoCoin =
    exact.length > 1 && shares.some(({ amount }, index) => amount === 0 && exact[index]?.amount !== 0);
  const cash = shares.find(({ means }) => means === 'cash')?.amount;
  const { tendered } = payment;
  const given = takesCash && cash !== undefined && tendered.trim() !== '' ? readAmount(tendered) : cash;
  const change = given === undefined || cash === undefined ? 0 : Math.max(0, given - cash);
  if (trouble !== undefined) return { shares, rest, change, rounding, trouble };
  // The other means can pay it to the halala.
  if (isNoCoin)
    return {
      shares: exact,
      rest,
      change: 0,
      rounding: 0,
      trouble: { kind: 'rest', amount: sumOf(exact) - sumOf(shares) },
    };
  if (cash !== undefined && given === undefined)
    return { shares, rest, change, rounding, trouble: { kind: 'unreadable', amount: 0 } };
  if (cash !== undefined && given !== undefined && given < cash)
    return { shares, rest, change, rounding, trouble: { kind: 'short', amount: cash - given } };
  return { shares, rest, change, rounding };
}

/** Settles the rest of an amount due after approved card payments; if there are none, this is `settle`. */
export function settleRest(
  payment: DraftPayment,
  due: Halalas,
  paid: readonly PaidByCard[],
  takesCash = true,
  roundCash?: RoundCash,
): Settlement {
  if (paid.length === 0) return settle(payment, due, takesCash, roundCash);
  const rest = due - sumHalalas(paid.map(({ amount }) => amount));
  if (rest > 0) return settle(unpaid(payment, paid), rest, takesCash, roundCash);
  const settled = { shares: [], rest, change: 0, rounding: 0 };
  return rest === 0 ? settled : { ...settled, trouble: { kind: 'tooMuch', amount: -rest } };
}

export function unpaid(payment: DraftPayment, paid: readonly PaidByCard[]): DraftPayment {
  return { ...payment, parts: payment.parts.filter(({ key }) => !paid.some(({ id }) => id === key)) };
}

const sumOf = (shares: readonly Share[]): Halalas => sumHalalas(shares.map(({ amount = 0 }) => amount));

function sharesOf({ means, parts }: DraftPayment, due: Halalas): Omit<Settlement, 'change' | 'rounding'> {
  if (means !== 'several')
    return { shares: [{ means: means === 'asBefore' ? 'cash' : means, amount: due }], rest: 0 };
  const typed = parts.map((part) => ({
    means: part.means,
    isBlank: part.amount.trim() === '',
    amount: readAmount(part.amount),
  }));
  const left = due - sumHalalas(typed.map(({ amount = 0 }) => amount));
  const takesRest = typed.at(-1)?.isBlank === true && left > 0;
  const shares = typed.map(({ means: by, amount }, index) => ({
    means: by,
    amount: takesRest && index === typed.length - 1 ? left : amount,
  }));
  const settled = { shares, rest: takesRest ? 0 : left };
  const wrong = (kind: Trouble['kind'], amount = 0) => ({ ...settled, trouble: { kind, amount } });
  if (typed.some(({ isBlank, amount = 0 }) => !isBlank && amount === 0)) return wrong('unreadable');
  if (left < 0) return wrong('tooMuch', -left);
  if (shares.slice(0, -1).some(({ amount }) => amount === undefined)) return wrong('missing');
  if (settled.rest > 0) return wrong('rest', left);
  return shares.some(({ amount }) => amount === undefined) ? wrong('missing') : settled;
}

/**
 * Returns the payments of a sale for a settlement without a trouble, those approved by the card terminal first and
 * separately. A single one without change needs no amount, unless it was approved. Cash that was rounded to nothing is no
 * payment.
 */
export function paymentsOf(
  { shares: all, change }: Settlement,
  paid: readonly PaidByCard[] = [],
): NonNullable<SaleInput['payments']> {
  const shares = all.filter(({ amount }) => amount !== 0);
  const [only, ...others] = shares;
  if (paid.length === 0 && only === undefined) return [{ means: 'cash' }];
  if (paid.length === 0 && only !== undefined && others.length === 0 && change === 0)
    return [{ means: only.means }];
  const approved = paid.map(({ amount }) => ({ means: 'card' as const, amount: halalasToText(amount) }));
  const rest = shares.map(({ means, amount = 0 }) => ({
    means,
    amount: halalasToText(amount),
    ...(means === 'cash' && change > 0 && { tendered: halalasToText(amount + change) }),
  }));
  return [...approved, ...rest];
}

/**
 * Returns the payments of a corrected sale for its new amount due. The customer pays the difference, or gets it back,
 * in cash if a part was paid in cash, otherwise by the last means. If the payments have no amounts, nothing changes.
 */
export function fitPayments(
  payments: NonNullable<SaleInput['payments']>,
  due: Halalas,
): NonNullable<SaleInput['payments']> {
  const amounts = payments.map(({ amount }) =>
    amount === undefined ? undefined : readAmount(String(amount)),
  );
  const paid = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  if (amounts.includes(undefined) || paid === due) return payments;
  const [only] = payments;
  // The goods of the other document pay as much as before.
  if (payments.length === 1 && only?.means === 'exchange' && due > paid)
    return [only, { means: 'cash', amount: halalasToText(due - paid) }];
  const withoutAmounts = payments.map(({ amount: _, tendered: __, ...payment }) => payment);
  if (payments.length === 1) return withoutAmounts;
  const cash = payments.findIndex(({ means }) => means === 'cash');
  const place = cash === -1 ? payments.length - 1 : cash;
  const fitted = (amounts[place] ?? 0) + due - paid;
  if (fitted === 0 && payments.some(({ means }) => means === 'exchange'))
    return payments.filter((_, index) => index !== place);
  // The amount that was paid back by each means is unknown.
  if (fitted <= 0) return withoutAmounts;
  return payments.map(({ tendered, ...payment }, index) =>
    index === place
      ? { ...payment, amount: halalasToText(fitted) }
      : { ...payment, ...(tendered !== undefined && { tendered }) },
  );
}
