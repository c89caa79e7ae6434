import { randomUUID } from 'node:crypto';
import { FailureError } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { keptText } from '../../support/kept-text.ts';
import { manager } from '../../support/run/callers.ts';
import type { Ask } from '../ask.ts';
import { log } from '../log.ts';
import { idOf } from '../sales.ts';
import type { DrawerWork } from './till-messages.ts';

/** Closes the shift and opens the next one before every n-th sale. */
const closeEvery = 7;
/** Pays cash in or out before every n-th sale. */
const moveEvery = 3;
/** Somebody takes over the shift in every n-th sale; in another one, the basket is put on hold and recalled. */
const takeOverEvery = 4;
const asideEvery = 2;

/**
 * Does a cashier's other work before a sale: opens, hands over and closes shifts, pays cash in and out, and saves,
 * holds and recalls the basket. A step that the terminal refuses is left for the next sale; a step that a killed till
 * has not answered is requested again with its ID.
 */
export async function workDrawer(
  sale: number,
  { saleId, lines }: SaleInput,
  ask: Ask,
  askAsCashier: Ask,
): Promise<void> {
  const done = (work: DrawerWork['work'], id: string) => log({ is: 'worked', work, id });
  try {
    const { shift } = await ask('shift.current', {});
    if (shift !== undefined && sale % closeEvery === 0) {
      await ask('shift.close', { number: shift.number, count: [{ value: 10_000, count: sale % 5 }] });
      done('closed', String(shift.number));
    }
    if (shift === undefined || sale % closeEvery === 0) {
      const id = randomUUID();
      await ask('shift.open', { id, float: 10_000 });
      done('opened', id);
    }
    if (sale % moveEvery === 0) {
      const id = idOf(`${saleId} moves cash`);
      const kind = sale % 2 === 0 ? 'in' : 'out';
      await ask('shift.move', { id, kind, amount: 100 + sale, reason: 'Change' });
      done('moved', id);
    }
    if (sale % takeOverEvery === 0) {
      const holder = (await ask('shift.current', {})).shift?.holder.name;
      const takeOver = holder === manager.name ? askAsCashier : ask;
      const id = idOf(`${saleId} takes over from ${holder}`);
      await takeOver('shift.takeOver', { id });
      done('moved', id);
    }
    // A till that died between the two steps left the basket on hold.
    const { baskets } = await ask('basket.list', {});
    if (saleId !== undefined && baskets.some(({ id }) => id === saleId))
      await ask('basket.recall', { id: saleId });
    for (let count = 1; count <= lines.length; count += 1)
      await ask('basket.keep', {
        id: saleId ?? randomUUID(),
        draft: keptText(),
        lines: count,
        goods: lines.slice(0, count).map((line, index) => ({
          key: String(index),
          name: line.name,
          quantity: String(line.quantity),
          price: String(line.unitPrice),
        })),
      });
    if (saleId === undefined || sale % asideEvery !== 0) return;
    await ask('basket.hold', { id: saleId, note: 'Fetches money' });
    done('held', saleId);
    await ask('basket.recall', { id: saleId });
    done('recalled', saleId);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
  }
}
