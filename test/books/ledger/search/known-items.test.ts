import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import { itemsShown } from '../../../../shared/contract/till/items.ts';
import { saleSchema } from '../../../../shared/sale/sale.ts';
import { newEntry } from '../sample.ts';
import { testLedger } from '../support.ts';

type Line = { name: string; price?: string; barcode?: string; unit?: string };

/** Issues an everyday sale of these lines. */
function sell(ledger: Ledger, lines: Line[], more: object = {}): void {
  const sale = saleSchema.parse({
    saleId: randomUUID(),
    lines: lines.map(({ price = '10', ...line }) => ({ quantity: 1, unitPrice: price, ...line })),
    ...more,
  });
  ledger.chain.append(newEntry({ sale }));
}

const names = (ledger: Ledger, text: string) => ledger.items.find(text).map(({ name }) => name);

describe('what was sold', () => {
  it('is found at once, with its last price', () => {
    const ledger = testLedger();
    sell(ledger, [{ name: 'Arabic coffee', price: '14' }]);
    sell(ledger, [{ name: 'Arabic coffee', price: '15.50' }]);
    expect(ledger.items.find('cof')).toEqual([
      { name: 'Arabic coffee', unitPrice: '15.5', vat: { category: 'S', rate: '15' } },
    ]);
  });

  it('is found by the beginning of a word, by several, and however Arabic is written', () => {
    const ledger = testLedger();
    sell(ledger, [{ name: 'قهوة عربية' }, { name: 'Green tea' }, { name: 'Iced tea' }]);
    expect(names(ledger, 'قهوه')).toEqual(['قهوة عربية']);
    expect(names(ledger, 'ق')).toEqual(['قهوة عربية']);
    expect(names(ledger, 'te gr')).toEqual(['Green tea']);
    expect(names(ledger, 'ea')).toEqual([]);
    expect(names(ledger, '')).toEqual([]);
    expect(names(ledger, '%_"')).toEqual([]);
  });

  it('comes with what is sold most first, names that begin so before others', () => {
    const ledger = testLedger();
    sell(ledger, [{ name: 'Black tea' }, { name: 'Black tea' }, { name: 'Tea pot' }, { name: 'Green tea' }]);
    expect(names(ledger, 'tea')).toEqual(['Tea pot', 'Black tea', 'Green tea']);
  });

  it('is one thing under its barcode, whatever it is called', () => {
    const ledger = testLedger();
    sell(ledger, [{ name: 'Water' }]);
    sell(ledger, [{ name: 'Water', barcode: '6281000000017' }]);
    sell(ledger, [{ name: 'Spring water', barcode: '6281000000017', price: '2' }]);
    expect(ledger.items.find('6281000000017')).toEqual([
      { name: 'Spring water', barcode: '6281000000017', unitPrice: '2', vat: { category: 'S', rate: '15' } },
    ]);
    sell(ledger, [{ name: 'Water', barcode: '6281000000024' }]);
    // The typed item is the same as the one scanned later.
    expect(ledger.items.find('water').map(({ barcode }) => barcode)).toEqual([
      '6281000000024',
      '6281000000017',
    ]);
  });

  it('keeps what VAT it has', () => {
    const ledger = testLedger();
    const vat = { category: 'Z', rate: '0', reason: 'VATEX-SA-35' };
    ledger.chain.append(
      newEntry({
        sale: saleSchema.parse({ lines: [{ name: 'Medicine', quantity: 1, unitPrice: '9', vat }] }),
      }),
    );
    expect(ledger.items.find('med')[0]?.vat).toEqual(vat);
  });

  it('is not learnt from special sales, notes, weighed goods or prices without VAT', () => {
    const ledger = testLedger();
    sell(ledger, [{ name: 'Weighed', unit: 'KGM' }]);
    sell(ledger, [{ name: 'Net' }], { prices: 'excludeVat' });
    sell(ledger, [{ name: 'Given' }], { special: { nominal: true } });
    sell(ledger, [{ name: 'Returned' }], {
      kind: 'creditNote',
      reason: 'x',
      corrects: [{ number: 'T1-000001' }],
    });
    for (const name of ['Weighed', 'Net', 'Given', 'Returned']) expect(names(ledger, name)).toEqual([]);
  });

  it('is learnt in turns that end, with sales of any length', () => {
    const ledger = testLedger();
    const long = Array.from({ length: 600 }, (_, index) => ({ name: `Thing ${index}` }));
    for (let i = 0; i < 3; i++) sell(ledger, long);
    let rounds = 0;
    while (ledger.items.learn(2) === 2) rounds += 1;
    expect(rounds).toBe(3);
    expect(ledger.items.learn(2)).toBe(0);
    expect(names(ledger, 'thing')).toHaveLength(itemsShown);
    expect(names(ledger, 'thing 599')).toEqual(['Thing 599']);
  });

  it('is found by every word of its name, and any text may be asked for', () => {
    const ledger = testLedger();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const parsed = saleSchema.safeParse({ lines: [{ name: text, quantity: 1, unitPrice: '1' }] });
        if (parsed.success) ledger.chain.append(newEntry({ sale: parsed.data }));
        const found = names(ledger, text);
        expect(found.length).toBeLessThanOrEqual(itemsShown);
      }),
    );
  });
});
