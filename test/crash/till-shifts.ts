import { randomUUID } from 'node:crypto';
import { FailureError } from '../../shared/failure.ts';
import type { SaleInput } from '../../shared/sale.ts';
import type { Ask } from './ask.ts';

/** One sale in this many comes after the shift was closed and the next one opened. */
const closeEvery = 7;
/** One sale in this many comes after cash was paid in or out. */
const moveEvery = 3;

/**
 * Works the drawer before a sale as a cashier does: shifts are opened and closed, cash is paid in and out, and the
 * basket is kept while it fills. What the terminal refuses now is left for the next sale.
 */
export async function workDrawer(sale: number, { saleId, lines }: SaleInput, ask: Ask): Promise<void> {
  try {
    const { shift } = await ask('shift.current', {});
    if (shift !== undefined && sale % closeEvery === 0)
      await ask('shift.close', { number: shift.number, count: [{ value: 10_000, count: sale % 5 }] });
    if (shift === undefined || sale % closeEvery === 0)
      await ask('shift.open', { id: randomUUID(), float: 10_000 });
    if (sale % moveEvery === 0)
      await ask('shift.move', {
        id: randomUUID(),
        kind: sale % 2 === 0 ? 'in' : 'out',
        amount: 100 + sale,
        reason: 'Change',
      });
    for (let count = 1; count <= lines.length; count += 1)
      await ask('basket.keep', {
        id: saleId ?? randomUUID(),
        draft: JSON.stringify(lines.slice(0, count)),
        lines: count,
        goods: lines.slice(0, count).map((line, index) => ({
          key: String(index),
          name: line.name,
          quantity: String(line.quantity),
          price: String(line.unitPrice),
        })),
      });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
  }
}
