import { fail, type Issue } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { GuardedCatalogue } from './open-catalogue.ts';

/**
 * Refuses goods that the shop withdrew, such as a recalled product, wherever the line came from: a tile, a scan, a basket
 * that was put aside. Goods that come back, and a document that is issued again, are of a sale that was made.
 * @throws FailureError `bad-input` at the lines, with their names
 */
export function refuseWithdrawn(sale: Sale, catalogue: Pick<GuardedCatalogue, 'ifOpen'>): void {
  const articles = sale.kind === 'invoice' ? catalogue.ifOpen() : undefined;
  if (articles === undefined) return;
  const issues = [...sale.lines.entries()]
    .filter(([, line]) => articles.isWithdrawn(line))
    .map(
      ([index, { name }]): Issue => ({
        path: ['lines', index, 'name'],
        code: 'item-withdrawn',
        message: 'is withdrawn and is not sold',
        params: { value: name },
      }),
    );
  if (issues.length > 0) fail('bad-input', { issues });
}
