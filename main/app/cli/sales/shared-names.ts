import { mostSalesTogether } from '../../../../shared/contract/till/sales.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { foldNumberSpelling } from '../../../books/corrections/mentions.ts';
import type { SaleAt } from './check-sales.ts';

/*
 * Two sales of a call may name one document: each by itself is right, and together they take more than is left of it. Only
 * these are tried together, because nothing else is issued while they are.
 */

/** Finds the sales of a call that name a document which another of them names. */
export function createSharedNames() {
  const counts = new Map<string, number>();
  const sharedIn = (sale: Sale) => namedBy(sale).filter((number) => (counts.get(number) ?? 0) > 1);
  return {
    add(sale: Sale): void {
      for (const number of namedBy(sale)) counts.set(number, (counts.get(number) ?? 0) + 1);
    },
    get areAny(): boolean {
      return [...counts.values()].some((count) => count > 1);
    },
    /**
     * Returns the sales in groups that share documents, each in the order of the call. A group of more than
     * `mostSalesTogether` is divided, and its parts are tried separately.
     */
    async groupsOf(sales: AsyncIterable<SaleAt>): Promise<SaleAt[][]> {
      const order = new Map<SaleAt, number>();
      const groups = new Map<string, SaleAt[]>();
      for await (const each of sales) {
        const numbers = sharedIn(each.sale);
        if (numbers.length === 0) continue;
        order.set(each, order.size);
        const joined = [...new Set(numbers.flatMap((number) => groups.get(number) ?? [])), each].sort(
          (one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0),
        );
        for (const { sale } of joined) for (const number of sharedIn(sale)) groups.set(number, joined);
      }
      return [...new Set(groups.values())].flatMap(inParts);
    },
  };
}

const namedBy = ({ corrects = [], prepayments = [] }: Sale): string[] => [
  ...new Set([...corrects, ...prepayments].map(({ number }) => foldNumberSpelling(number))),
];

function inParts(group: readonly SaleAt[]): SaleAt[][] {
  const parts: SaleAt[][] = [];
  for (let first = 0; first < group.length; first += mostSalesTogether)
    parts.push(group.slice(first, first + mostSalesTogether));
  return parts;
}
