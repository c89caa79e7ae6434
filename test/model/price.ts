/*
 * The model's own arithmetic: whole numbers of halalas and of thousandths of pieces, and nothing of the product.
 */

export const rates = ['S15', 'S5', 'Z', 'E'] as const;
export type Rate = (typeof rates)[number];
export const percentOf: Readonly<Record<Rate, number>> = { S15: 15, S5: 5, Z: 0, E: 0 };

export interface Line {
  readonly name: string;
  /** Thousandths of a piece. */
  readonly quantity: number;
  /** Halalas for one piece. */
  readonly price: number;
  readonly rate: Rate;
  readonly percentOff?: number | undefined;
  /** The line of the first corrected document, from 1. */
  readonly names?: number | undefined;
  readonly goodsBack?: boolean | undefined;
  /** The amount of a line of the terminal's own note, which it has in place of quantity × price. */
  readonly amount?: number | undefined;
}

export interface Deduction {
  readonly advance: number;
  readonly rate: Rate;
  readonly amount: number;
  /** The VAT that an issued document states. */
  readonly vat?: number | undefined;
}

/** The declaration of a note about another system's document [8.1]. */
export interface OtherSystem {
  /** The same for each spelling of one number. */
  readonly key: string;
  readonly number: string;
  readonly date: string;
  readonly total: number;
}

/** A document that somebody wants to issue. Others are named by their place in the story. */
export interface Request {
  readonly kind: 'invoice' | 'creditNote' | 'debitNote' | 'prepayment';
  readonly customer: 'consumer' | 'buyer' | 'other buyer';
  /** Riyals for a dollar; undefined for riyals. */
  readonly dollar?: string | undefined;
  readonly prices: 'includeVat' | 'excludeVat';
  readonly lines: readonly Line[];
  readonly percentOff?: number | undefined;
  readonly charge?: number | undefined;
  readonly rounding?: number | undefined;
  readonly corrects?: readonly number[] | undefined;
  /** The documents that a note corrects instead, if they are of other systems. */
  readonly others?: readonly OtherSystem[] | undefined;
  readonly deducts?: readonly Deduction[] | undefined;
  readonly replaces?: number | undefined;
  /** The money of the terminal's own note, with the rounding in its total. */
  readonly own?: (Priced & { readonly rounding: number }) | undefined;
}

/** The money at one VAT category and rate; `agreed` is with or without VAT, as the prices are. */
export interface Money {
  readonly agreed: number;
  readonly net: number;
  readonly vat: number;
}

export interface Priced {
  readonly money: ReadonlyMap<Rate, Money>;
  /** Before prepayments. */
  readonly total: number;
  readonly prepaid: number;
}

/** Returns a fraction to the nearest whole number, halves away from zero. */
export function nearest(dividend: number, divisor: number): number {
  const size = Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
  return dividend < 0 ? 0 - size : size;
}

export const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0);

export const netOf = (gross: number, rate: Rate) => nearest(gross * 100, 100 + percentOf[rate]);
export const vatOf = (net: number, rate: Rate) => nearest(net * percentOf[rate], 100);
/** Converts to riyals at a rate with up to four decimals. */
export const inRiyals = (amount: number, dollar: string | undefined) =>
  dollar === undefined ? amount : nearest(amount * Math.round(Number(dollar) * 10_000), 10_000);

export const fullAmount = ({ quantity, price }: Pick<Line, 'quantity' | 'price'>) =>
  nearest(quantity * price, 1000);
export const amountOf = (line: Line) =>
  line.amount ?? fullAmount(line) - nearest(fullAmount(line) * (line.percentOff ?? 0), 100);

/** Shares a whole in proportion: each rounded down, then one more for those that lost most, the earlier first. */
function shares(whole: number, amounts: readonly number[]): number[] {
  const all = sum(amounts);
  if (all === 0) return amounts.map((_, index) => (index === 0 ? whole : 0));
  const found = amounts.map((amount) => Math.floor((whole * amount) / all));
  const byLoss = amounts
    .map((amount, index) => ({ index, lost: (whole * amount) % all }))
    .filter(({ lost }) => lost > 0)
    .sort((one, other) => other.lost - one.lost || one.index - other.index);
  for (const { index } of byLoss.slice(0, whole - sum(found))) found[index] = (found[index] ?? 0) + 1;
  return found;
}

/** Returns the shares of the basket's discount and charge at each VAT rate. */
export function basketOf({ lines, percentOff = 0, charge = 0 }: Request) {
  const amounts = lines.map(amountOf);
  const used = [...new Set(lines.map(({ rate }) => rate))];
  const goods = used.map((rate) => sum(amounts.filter((_, index) => lines[index]?.rate === rate)));
  const off = shares(nearest(sum(goods) * percentOff, 100), goods);
  const on = shares(charge, goods);
  return used.map((rate, i) => ({ rate, goods: goods[i] ?? 0, off: off[i] ?? 0, on: on[i] ?? 0 }));
}

export function priceOf(request: Request): Priced {
  if (request.own !== undefined) return request.own;
  const { prices, rounding = 0, deducts = [] } = request;
  const rowOf = (agreed: number, rate: Rate): Money => {
    const net = prices === 'includeVat' ? netOf(agreed, rate) : agreed;
    return { agreed, net, vat: vatOf(net, rate) };
  };
  const money = new Map(
    basketOf(request).map(({ rate, goods, off, on }) => [rate, rowOf(goods - off + on, rate)]),
  );
  const rows = [...money.values()];
  const paid = ({ agreed, net, vat }: Money) => (prices === 'includeVat' ? agreed : net + vat);
  return {
    money,
    total: sum(rows.map(paid)) + rounding,
    prepaid: sum(deducts.map((one) => deducted(one, prices).agreed)),
  };
}

/** Returns what a deduction takes of its advance. */
export function deducted({ amount, rate, vat: stated }: Deduction, prices: Request['prices']): Money {
  const byRate = prices === 'includeVat' ? amount - netOf(amount, rate) : vatOf(amount, rate);
  const vat = stated ?? byRate;
  const net = prices === 'includeVat' ? amount - vat : amount;
  return { agreed: net + vat, net, vat };
}

/** The price paid for a line: its parts in their order. */
export interface Paid {
  readonly full: number;
  /** Discounts are below zero. Those of the basket come after the line's own. */
  readonly steps: readonly { readonly amount: number; readonly isCharge: boolean }[];
  readonly rounding: number;
}

/**
 * Shares the basket's discount and charge among the lines of each rate, and the rounding among all: dearest first, lines
 * of one price by what they say; each gets the sum of the shares up to it, less those before [5.1].
 */
export function paidFor(request: Request): Paid[] {
  const { lines, rounding = 0 } = request;
  const order = lines
    .map((line, index) => ({ line, index, amount: amountOf(line), rest: amountOf(line) }))
    .sort((one, other) => other.amount - one.amount || (one.line.name < other.line.name ? -1 : 1));
  const steps = lines.map((line): { amount: number; isCharge: boolean }[] => [
    { amount: amountOf(line) - fullAmount(line), isCharge: false },
  ]);
  const roundings = lines.map(() => 0);
  for (const { rate, off, on } of basketOf(request)) {
    const among = order.filter(({ line }) => line.rate === rate);
    for (const [amount, isCharge] of [
      [-off, false],
      [on, true],
    ] as const)
      for (const [place, share] of shareOneByOne(
        amount,
        among.map(({ rest }) => rest),
      ).entries()) {
        const one = among[place];
        if (one === undefined) continue;
        steps[one.index]?.push({ amount: share, isCharge });
        one.rest += share;
      }
  }
  const prices = order.map(
    ({ index, amount }) =>
      amount + sum((steps[index] ?? []).slice(1).map((one) => (one.isCharge ? 0 : one.amount))),
  );
  for (const [place, share] of shareOneByOne(rounding, prices).entries())
    roundings[order[place]?.index ?? 0] = share;
  return lines.map((line, index) => ({
    full: fullAmount(line),
    steps: steps[index] ?? [],
    rounding: roundings[index] ?? 0,
  }));
}

function shareOneByOne(whole: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  let [before, given] = [0, 0];
  return weights.map((weight) => {
    before += weight;
    const upTo = all === 0 ? 0 : nearest(whole * before, all);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
