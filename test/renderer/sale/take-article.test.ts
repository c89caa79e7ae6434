import { expect, test } from 'vitest';
import { changeLine, newDraft } from '../../../renderer/till/cart/draft.ts';
import { draftOfSale } from '../../../renderer/till/cart/draft-of-sale.ts';
import { saleOfDraft } from '../../../renderer/till/cart/sale-of-draft.ts';
import { takeItem, takeScan } from '../../../renderer/till/sale/known-items/take-item.ts';
import type { KnownItem } from '../../../shared/contract/till/items.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';

const dates: KnownItem = {
  article: '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11',
  name: 'تمر | Dates',
  unitPrice: '38.5',
  unit: 'KGM',
  vat: { category: 'S', rate: '5' },
};

test('an article is sold in its unit and with its VAT', () => {
  const draft = newDraft();
  const taken = takeItem(draft, draft.lines[0]?.key ?? '', dates);
  expect(saleOfDraft(taken).lines).toEqual([
    {
      name: 'تمر | Dates',
      quantity: '1',
      unit: 'KGM',
      unitPrice: '38.50',
      vat: { category: 'S', rate: '5' },
    },
  ]);
  // The next article on the same line has its own unit.
  const pieces = takeItem(taken, draft.lines[0]?.key ?? '', { ...dates, unit: 'PCE' });
  expect(saleOfDraft(pieces).lines[0]).not.toHaveProperty('unit');
});

test('an article without a price leaves it to the cashier', () => {
  const draft = newDraft();
  const { unitPrice: _, ...article } = dates;
  expect(takeItem(draft, draft.lines[0]?.key ?? '', article).lines[0]?.price).toBe('');
});

test('a corrected line keeps its unit', () => {
  const saleId = '7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11';
  const line = { name: 'Dates', quantity: '0.35', unit: 'KGM', unitPrice: '38.5' };
  const sale = saleSchema.parse({ saleId, lines: [line] });
  const draft = draftOfSale({ uuid: saleId, number: 'T1-1', payable: 0, sale });
  expect(saleOfDraft(draft).lines[0]).toMatchObject({ unit: 'KGM', quantity: '0.35' });
});

test('each label is a line of its own, with the weight it says', () => {
  let draft = newDraft();
  const entry = draft.lines[0]?.key ?? '';
  const label = { ...dates, barcode: '2100123020009', quantity: '2' };
  for (const item of [label, label])
    draft = takeScan(draft, entry, { barcode: label.barcode, item: item, pieces: '1' });
  expect(draft.lines.map(({ quantity, unit }) => [quantity, unit])).toEqual([
    ['2', 'KGM'],
    ['2', 'KGM'],
    ['1', undefined],
  ]);
});

test('pieces typed before a label count its packages', () => {
  const draft = newDraft();
  const entry = draft.lines[0]?.key ?? '';
  const weighed = { ...dates, barcode: '2100123003506', quantity: '0.35' };
  const priced: KnownItem = {
    ...dates,
    barcode: '2300123004506',
    quantity: '1',
    unit: 'PCE',
    unitPrice: '4.5',
  };
  for (const [item, quantity] of [
    [weighed, '1.05'],
    [priced, '3'],
  ] as const) {
    const { lines } = takeScan(draft, entry, { barcode: item.barcode ?? '', item, pieces: '3' });
    expect(lines[0]).toMatchObject({ quantity, barcode: item.barcode });
  }
});

test('a label behind a typed price keeps its weight', () => {
  const fresh = newDraft();
  const entry = fresh.lines[0]?.key ?? '';
  const draft = changeLine(fresh, entry, { price: '20' });
  const item = { ...dates, barcode: '2100123003506', quantity: '0.35' };
  const { lines } = takeScan(draft, entry, { barcode: item.barcode, item, pieces: '1' });
  expect(lines[0]).toMatchObject({ quantity: '0.35', price: '20', unit: 'KGM' });
});
