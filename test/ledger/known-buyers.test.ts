import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../main/ledger/ledger.ts';
import { buyersShown } from '../../shared/contract/items.ts';
import { fail } from '../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../shared/sale.ts';
import { rejected } from '../support/outcomes.ts';
import { day, newEntry, start } from './sample.ts';
import { testLedger } from './support.ts';

const address = {
  street: 'King Fahd',
  building: '1234',
  district: 'Olaya',
  city: 'Riyadh',
  postalCode: '12345',
};
const number = (digits: string) => `3${digits.padStart(13, '0')}3`;

/** Issues a business sale to this buyer. */
function sellTo(ledger: Ledger, buyer: SaleInput['buyer'], more: object = {}): string {
  const sale = saleSchema.parse({
    saleId: randomUUID(),
    customer: 'business',
    buyer,
    lines: [{ name: 'Chair', quantity: 1, unitPrice: 10 }],
    ...more,
  });
  const { entry } = ledger.chain.append({
    ...newEntry({ sale }),
    customer: 'business',
    buyerName: buyer?.name,
  });
  return entry.uuid;
}

const names = (ledger: Ledger, text: string) => ledger.buyers.find(text).map(({ buyer }) => buyer.name);

describe('the buyers of business sales', () => {
  it('are found at once by parts of name and number, with all of their facts', () => {
    const ledger = testLedger();
    const buyer = { name: 'شركة الأمل للتجارة', vatNumber: number('17'), address };
    sellTo(ledger, buyer);
    sellTo(ledger, { name: 'Najd Trading', identification: { scheme: 'CRN', value: '1010010000' }, address });
    for (const text of ['الامل', 'امل تجاره', buyer.vatNumber, buyer.vatNumber.slice(-4)])
      expect(names(ledger, text)).toEqual([buyer.name]);
    expect(ledger.buyers.find('الأمل')[0]).toMatchObject({
      buyer: { ...buyer, address: { ...address, country: 'SA' } },
      lastAt: expect.any(Number),
    });
    expect(names(ledger, '1010010000')).toEqual(['Najd Trading']);
    expect(names(ledger, 'nobody')).toEqual([]);
    expect(names(ledger, '%_"')).toEqual(['Najd Trading', buyer.name]);
  });

  it('are as in their newest document, one for each number', () => {
    const ledger = testLedger();
    sellTo(ledger, { name: 'Najd', vatNumber: number('1'), address });
    sellTo(ledger, { name: 'Najd Trading LLC', vatNumber: number('1'), address });
    sellTo(ledger, { name: 'Najd Branch 2', vatNumber: number('2'), address });
    expect(names(ledger, 'najd')).toEqual(['Najd Branch 2', 'Najd Trading LLC']);
  });

  it('come newest first without a text, at most as many as are taken in at a glance', () => {
    const ledger = testLedger();
    for (let shop = 1; shop <= buyersShown + 2; shop += 1)
      sellTo(ledger, { name: `Shop ${shop}`, vatNumber: number(String(shop)), address });
    const shown = Array.from({ length: buyersShown }, (_, index) => `Shop ${buyersShown + 2 - index}`);
    expect(names(ledger, '')).toEqual(shown);
  });

  it('are not remembered from sales to consumers, nor after the authority refused their only document', () => {
    const ledger = testLedger();
    ledger.chain.append(
      newEntry({ sale: saleSchema.parse({ lines: [{ name: 'x', quantity: 1, unitPrice: 1 }] }) }),
    );
    const refused = sellTo(ledger, { name: 'Wrong number', vatNumber: number('9'), address });
    expect(names(ledger, '')).toEqual(['Wrong number']);
    const claimed = ledger.queue.claim(refused, start, day) ?? fail('internal');
    ledger.queue.settle(claimed, rejected, { state: 'rejected' }, start);
    expect(names(ledger, '')).toEqual([]);
  });

  it('are read in steps, whatever the number of documents between them', () => {
    const ledger = testLedger();
    sellTo(ledger, { name: 'First', vatNumber: number('1'), address });
    for (let sale = 0; sale < 50; sale += 1) ledger.chain.append(newEntry());
    sellTo(ledger, { name: 'Last', vatNumber: number('2'), address });
    expect([ledger.buyers.learn(30), ledger.buyers.learn(30), ledger.buyers.learn(30)]).toEqual([30, 22, 0]);
    expect(names(ledger, '')).toEqual(['Last', 'First']);
  });
});
