import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { buyersShown } from '../../../shared/contract/till/items.ts';
import { fail } from '../../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import { rejected } from '../../support/run/outcomes.ts';
import { day, newEntry, start } from './sample.ts';
import { failing, testLedger } from './support.ts';

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
  const { entry } = ledger.chain.append(newEntry({ sale, customer: 'business', buyerName: buyer?.name }));
  return entry.uuid;
}

const by = { actor: 'Mona', at: 5 };
const newest = (ledger: Ledger) => ledger.buyerBook.list({ text: '', start: 0, limit: 9 }).buyers;
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

  it('bought last at the true time of a document that a clock ahead issued', () => {
    const ledger = testLedger();
    sellTo(ledger, { name: 'Najd', vatNumber: number('1'), address });
    ledger.times.correct({ now: start - day, actor: 'Mona', reason: 'The clock was ahead' });
    expect(ledger.buyers.find('Najd')).toMatchObject([{ lastAt: start - day }]);
    expect(newest(ledger)).toMatchObject([{ lastAt: start - day }]);
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

describe('the book of buyers', () => {
  const crn = { scheme: 'CRN', value: '1010010000' } as const;
  const place = { ...address, country: 'SA' };

  it('has what a manager wrote until a newer sale says otherwise', () => {
    const ledger = testLedger();
    sellTo(ledger, { name: 'Najd', vatNumber: number('1'), address });
    const key = newest(ledger)[0]?.key ?? '';
    const buyer = { name: 'Najd Trading', vatNumber: number('1'), identification: crn, address: place };
    expect(ledger.buyerBook.save({ key, buyer }, by)).toMatchObject({
      key,
      sold: 1,
      lastAt: expect.any(Number),
    });
    expect(ledger.buyers.find('1010010000')).toMatchObject([{ buyer }]);
    sellTo(ledger, { name: 'Najd LLC', vatNumber: number('1'), address: { ...address, city: 'Jeddah' } });
    expect(ledger.buyers.find('najd')).toMatchObject([
      { buyer: { name: 'Najd LLC', identification: crn, address: { city: 'Jeddah' } } },
    ]);
  });

  it('lists by name and part of a number, and finds those who never bought after those who did', () => {
    const ledger = testLedger();
    for (const [name, digits] of [
      ['Ahmad', '31'],
      ['Basma', '32'],
    ] as const)
      ledger.buyerBook.save({ buyer: { name, vatNumber: number(digits), address: place } }, by);
    sellTo(ledger, { name: 'Zahra', vatNumber: number('33'), address });
    const list = (text: string, start = 0, limit = 9) => {
      const { buyers, total } = ledger.buyerBook.list({ text, start, limit });
      return [buyers.map(({ buyer }) => buyer.name), total];
    };
    expect(list('')).toEqual([['Ahmad', 'Basma', 'Zahra'], 3]);
    expect(list('', 1, 1)).toEqual([['Basma'], 3]);
    expect(list('323')).toEqual([['Basma'], 1]);
    expect(names(ledger, '')).toEqual(['Zahra', 'Ahmad', 'Basma']);
  });

  it('removes a buyer, who comes back with the next sale, and keeps the documents', () => {
    const ledger = testLedger();
    const uuid = sellTo(ledger, { name: 'Najd', vatNumber: number('1'), address });
    const key = newest(ledger)[0]?.key ?? '';
    ledger.buyerBook.remove(key, by);
    expect(names(ledger, '')).toEqual([]);
    expect(() => ledger.buyerBook.remove(key, by)).toThrow(failing('buyer-missing'));
    expect(ledger.documents.get(uuid)?.buyerName).toBe('Najd');
    sellTo(ledger, { name: 'Najd', vatNumber: number('1'), address });
    expect(names(ledger, '')).toEqual(['Najd']);
  });

  it('makes one of two, with the sales of both and what one lacked', () => {
    const ledger = testLedger();
    sellTo(ledger, { name: 'Nagd', identification: crn, address });
    sellTo(ledger, { name: 'Najd', vatNumber: number('1'), address: { ...address, city: 'Jeddah' } });
    const buyers = newest(ledger);
    const key = (name: string) => buyers.find(({ buyer }) => buyer.name === name)?.key ?? '';
    expect(ledger.buyerBook.merge({ key: key('Nagd'), into: key('Najd') }, by)).toMatchObject({
      buyer: { name: 'Najd', vatNumber: number('1'), identification: crn, address: { city: 'Jeddah' } },
      sold: 2,
    });
    expect(names(ledger, '')).toEqual(['Najd']);
  });

  it('refuses the number of another buyer', () => {
    const ledger = testLedger();
    const save = (name: string, digits: string, key?: string) =>
      ledger.buyerBook.save({ key, buyer: { name, vatNumber: number(digits), address: place } }, by);
    save('A', '1');
    const { key } = save('B', '2');
    for (const of of [undefined, key])
      expect(() => save('C', '1', of)).toThrow(
        expect.objectContaining({ failure: expect.objectContaining({ code: 'bad-input' }) }),
      );
    save('B', '3', key);
    expect(names(ledger, '')).toEqual(['A', 'B']);
  });

  it('says in the audit log who changed it, and of the buyer no more than the end of the number', () => {
    const ledger = testLedger();
    const one = ledger.buyerBook.save(
      { buyer: { name: 'Secret', vatNumber: number('17'), address: place } },
      by,
    );
    ledger.buyerBook.remove(one.key, by);
    ledger.buyerBook.import(() => [{ key: undefined, buyer: { name: 'Secret', identification: crn } }], by);
    const written = ledger.audit.list({ limit: 3 });
    expect(written.map(({ actor, action, detail }) => ({ actor, action, detail }))).toEqual([
      { actor: 'Mona', action: 'buyer.imported', detail: { added: 1, changed: 0 } },
      { actor: 'Mona', action: 'buyer.removed', detail: { buyer: '…0173' } },
      { actor: 'Mona', action: 'buyer.saved', detail: { buyer: '…0173', isNew: true } },
    ]);
    expect(JSON.stringify(written)).not.toMatch(/Secret|30000/);
  });
});
