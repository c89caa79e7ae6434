import type { VatCategory } from '../../../../shared/sale/vat.ts';
import {
  boxesOfForm,
  outsideReturn,
  readVatLine,
  vatBoxes,
  vatLineCell,
  vatLineOf,
} from '../../../../shared/sale/vat-box.ts';
import type { Takings, TakingsSum } from '../../../books/ledger/sums/takings.ts';

/** The sums from which the lines of a return are made. */
export const vatDimensions = ['vatSale', 'vatNote', 'vatSelfBilled'] as const;
type VatDimension = (typeof vatDimensions)[number];

/**
 * Makes the lines of a VAT return: box, sales, adjustments by notes, VAT of both. A self-billed document states another
 * company's sale.
 */
export function vatReturnRows(takings: Pick<Takings, 'read'>, period: Parameters<Takings['read']>[1]) {
  const lines = new Map(boxesOfForm.map((box) => [box as string, { amount: 0, adjustment: 0, vat: 0 }]));
  const add = (dimension: VatDimension, { key, net, vat }: TakingsSum) => {
    const cell = cellOf(dimension, key);
    const column = dimension === 'vatNote' ? 'adjustment' : 'amount';
    const sums = lines.get(cell) ?? { amount: 0, adjustment: 0, vat: 0 };
    lines.set(cell, { ...sums, [column]: sums[column] + net, vat: sums.vat + vat });
  };
  for (const dimension of vatDimensions)
    for (const sums of takings.read(dimension, period)) add(dimension, sums);
  return [...lines]
    .map(([box, sums]) => ({ box, ...sums, place: vatBoxes.indexOf(readVatLine(box).box) }))
    .toSorted((one, other) => one.place - other.place || (one.box < other.box ? -1 : 1));
}

/** Returns true for a line that is part of the return's total. */
export const isOfReturn = (line: string): boolean => !outsideReturn.includes(readVatLine(line).box);

export function cellOf(dimension: VatDimension, key: string): string {
  if (dimension === 'vatSelfBilled') return vatLineCell({ box: 'selfBilled', detail: '' });
  const [category = 'S', rate = '', reason = ''] = key.split(' ');
  return vatLineCell(vatLineOf(category as VatCategory, rate, reason));
}
