import type { SaleInput } from '../../shared/sale.ts';
import type { Ask } from './ask.ts';
import { createRandom, type Random } from './random.ts';
import type { TakeBack } from './till-messages.ts';

/** The share of slips issued twice, by a cashier who presses again. */
const twice = 0.3;

/**
 * Takes goods back, of one document after the other, and never more than the terminal says is left.
 * @param issue a sale with a number of its own; what is refused there is not tried again
 */
export async function takeBack(
  { uuids, from, seed }: TakeBack,
  ask: Ask,
  issue: (sale: number, input: SaleInput) => Promise<void>,
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
      await issue(sale, note);
      sale += 1;
    }
  }
}

function some(left: string, random: Random): string {
  const possible = ['0.5', '1', '2', left].filter((quantity) => Number(quantity) <= Number(left));
  return random.pick(possible);
}
