import type { SaleInput } from '../../../shared/sale/sale.ts';
import type { Ask } from '../ask.ts';
import { createRandom, type Random } from '../random.ts';
import type { TakeBack } from './till-messages.ts';

/** The share of credit notes requested twice, as if a cashier pressed the button again. */
const twice = 0.3;

/** The share of returns that become exchanges for other goods. */
const exchanged = 0.4;

export interface ReturnWork {
  /** Issues a sale under its own number, without repeating a refused one. */
  issue(sale: number, input: SaleInput): Promise<void>;
  /** Takes goods back under one number and sells others under the next. */
  exchange(sale: number, note: SaleInput): Promise<void>;
}

/** Takes back or exchanges goods of one document after another, but never more than the terminal allows. */
export async function takeBack(
  { uuids, from, seed }: TakeBack,
  ask: Ask,
  { issue, exchange }: ReturnWork,
): Promise<void> {
  const random = createRandom(seed);
  let sale = from;
  for (const uuid of uuids) {
    const { refusal, lines: sold } = await ask('invoice.returnable', { uuid });
    if (refusal !== undefined) continue;
    const lines = sold.flatMap(({ left }, index) =>
      Number(left) > 0 ? [{ line: index + 1, quantity: some(left, random) }] : [],
    );
    const note = await ask('invoice.returnNote', { uuid, lines, reason: 'brought back' });
    for (let slips = random.chance(twice) ? 2 : 1; slips > 0; slips -= 1) {
      const isExchange = random.chance(exchanged);
      await (isExchange ? exchange(sale, note) : issue(sale, note));
      sale += isExchange ? 2 : 1;
    }
  }
}

function some(left: string, random: Random): string {
  const possible = ['0.5', '1', '2', left].filter((quantity) => Number(quantity) <= Number(left));
  return random.pick(possible);
}
