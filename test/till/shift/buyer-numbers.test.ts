import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Buyer } from '../../../shared/sale/party.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testFolder, testLedger } from '../../books/ledger/support.ts';
import { buyer as fixture } from '../../document/invoice/fixtures.ts';

/* Tests accounts of buyers for whom sales have several numbers. */

const sampleBuyer = { ...fixture, address: { ...fixture.address, country: 'SA' } };
const morning = Date.parse('2026-11-22T07:00:00Z');

function openShop() {
  const shop = makeShop(testLedger(path.join(testFolder(), 'ledger.db')));
  shop.clock.set(morning);
  return shop;
}

const buyers = [0, 1, 2].map((index) => ({
  ...sampleBuyer,
  name: `شركة ${index} | Company ${index}`,
  vatNumber: `3${100_000_000 + index}00003`,
}));
const keyOf = (index: number) => `number ${buyers[index]?.vatNumber}`;

const sale = (index: number, price: string, payments: SaleInput['payments']): SaleInput => ({
  customer: 'business',
  prices: 'includeVat',
  buyer: buyers[index],
  payments,
  lines: [{ name: 'Desk', quantity: 2, unitPrice: price }],
});
const onAccount = [{ means: 'onAccount' as const }];

describe('the account of a buyer with several numbers', () => {
  it('takes no sale to another company whose number is the same under another scheme, or with another name', () => {
    const { ledger, issue } = openShop();
    const by = { actor: 'Mona', at: morning };
    const [hospital = sampleBuyer, clinic = sampleBuyer] = buyers;
    const numbered = (buyer: Buyer, scheme: 'CRN' | 'MOM', value: string) => ({
      ...buyer,
      identification: { scheme, value },
    });
    ledger.buyerBook.save({ buyer: numbered(hospital, 'MOM', '4030123456') }, by);
    ledger.buyerBook.save({ buyer: numbered(clinic, 'CRN', '2030123456') }, by);
    const alone = (buyer: Buyer) => ({ ...buyer, vatNumber: undefined });
    const sell = (buyer: Buyer) => issue({ ...sale(0, '250.00', onAccount), buyer });
    sell(alone(numbered(hospital, 'CRN', '4030123456')));
    const shop = alone(numbered({ ...clinic, name: 'Quite another shop' }, 'CRN', '2030123456'));
    sell(shop);
    ledger.buyers.learn(100);
    expect([keyOf(0), keyOf(1)].map(ledger.accounts.balance)).toEqual([0, 0]);
    expect(['number CRN 4030123456', 'number CRN 2030123456'].map(ledger.accounts.balance)).toEqual([
      50_000, 50_000,
    ]);
    // The other shop has its own entry in the book, and the hospital's row is still changed.
    expect(ledger.buyerBook.get('number CRN 2030123456').buyer.name).toBe('Quite another shop');
    const renamed = { ...numbered(hospital, 'MOM', '4030123456'), name: 'Hospital' };
    expect(ledger.buyerBook.save({ key: keyOf(0), buyer: renamed }, by).buyer.name).toBe('Hospital');
    // A buyer who is found to be the same one is merged.
    ledger.buyerBook.merge({ key: 'number CRN 2030123456', into: keyOf(1) }, by);
    sell(shop);
    expect(ledger.accounts.balance(keyOf(1))).toBe(100_000);
    expect(ledger.accounts.differsAt()).toBeUndefined();
  });

  it('is one of its own for each of two buyers with the same digits under different schemes', () => {
    const { ledger, issue } = openShop();
    const by = { actor: 'Mona', at: morning };
    const named = (name: string, scheme: 'CRN' | 'MOM'): Buyer => ({
      ...sampleBuyer,
      name,
      vatNumber: undefined,
      identification: { scheme, value: '4030abc456' },
    });
    const [shop, hospital] = [named('A shop', 'CRN'), named('A hospital', 'MOM')];
    const sell = (buyer: Buyer, price: string) => issue({ ...sale(0, price, onAccount), buyer });
    sell(shop, '10.00');
    sell(hospital, '25.00');
    const keys = ['number CRN 4030ABC456', 'number MOM 4030ABC456'];
    const balances = () => keys.map(ledger.accounts.balance);
    expect([shop, hospital].map(ledger.buyers.keyOf)).toEqual(keys);
    expect(balances()).toEqual([2_000, 5_000]);
    expect(ledger.buyerBook.list({ text: '4030abc', start: 0, limit: 9 }).buyers).toMatchObject([
      { key: keys[1], buyer: { name: 'A hospital' }, sold: 1 },
      { key: keys[0], buyer: { name: 'A shop' }, sold: 1 },
    ]);
    // When one number and its scheme change, the sales under it belong to that buyer only.
    const [ofShop = '', ofHospital = ''] = keys;
    ledger.buyerBook.save({ key: ofShop, buyer: named('A shop', 'CRN') }, by);
    const moved = { ...hospital, identification: { scheme: 'MLS' as const, value: '4030ABC456' } };
    expect(ledger.buyerBook.save({ key: ofHospital, buyer: moved }, by).key).toBe('number MLS 4030ABC456');
    sell(hospital, '1.00');
    ledger.buyers.learn(100);
    expect(ledger.accounts.balance('number MLS 4030ABC456')).toBe(5_200);
    expect(ledger.accounts.balance(ofShop)).toBe(2_000);
    // Two buyers who are found to be one are merged.
    ledger.buyerBook.merge({ key: ofShop, into: 'number MLS 4030ABC456' }, by);
    sell(shop, '2.00');
    ledger.buyers.learn(100);
    expect(balances()).toEqual([7_600, 7_600]);
    expect(ledger.accounts.differsAt()).toBeUndefined();
  });

  it('is one account, counted once, when the number was changed, the buyer removed, and the old number sold to', () => {
    for (const isOldFirst of [false, true]) {
      const { ledger, issue } = openShop();
      const by = { actor: 'Mona', at: morning };
      const [first = sampleBuyer] = buyers;
      const named = (value: string) => ({
        ...first,
        vatNumber: undefined,
        identification: { scheme: 'CRN' as const, value },
      });
      const sell = (value: string, price: string) =>
        issue({ ...sale(0, price, onAccount), buyer: named(value) });
      issue({ ...sale(0, '10.00', [{ means: 'cash' }]), buyer: named('9999') });
      ledger.buyers.learn(100);
      ledger.buyerBook.save({ key: 'number CRN 9999', buyer: named('2020202020') }, by);
      ledger.accounts.setLimit({ key: 'number CRN 2020202020', limit: 70_000, ...by });
      ledger.buyerBook.remove('number CRN 2020202020', by);
      ledger.buyerBook.save({ buyer: { ...named('2020202020'), vatNumber: first.vatNumber } }, by);
      if (isOldFirst) sell('9999', '25.00');
      sell('2020202020', '50.00');
      if (!isOldFirst) sell('9999', '25.00');
      ledger.buyers.learn(100);
      const { buyers: found } = ledger.buyerBook.list({ text: '', start: 0, limit: 9 });
      const owed = found.map(({ key }) => ledger.accounts.balance(key)).filter((balance) => balance !== 0);
      expect(owed, `old first: ${isOldFirst}`).toEqual([15_000]);
      const keys = ['9999', '2020202020'].map((value) => ledger.buyers.keyOf(named(value)));
      expect(new Set(keys).size).toBe(1);
      expect(keys.map(ledger.accounts.limit)).toEqual([70_000, 70_000]);
      expect(ledger.accounts.differsAt()).toBeUndefined();
    }
  });

  it('of a buyer whose rejected sale named another number is changed, with that number or without', () => {
    const { ledger, issue, reject } = openShop();
    const by = { actor: 'Mona', at: morning };
    const [first = sampleBuyer] = buyers;
    const crn = { scheme: 'CRN', value: '1010101010' } as const;
    const alone = { ...first, vatNumber: undefined, identification: crn };
    const cash = [{ means: 'cash' as const }];
    const wrong = issue({ ...sale(0, '10.00', cash), buyer: alone });
    reject(wrong);
    issue({ ...sale(0, '10.00', cash), buyer: { ...first, identification: crn } }, wrong.uuid);
    const renamed = { ...first, name: 'New name', identification: crn };
    expect(ledger.buyerBook.save({ key: keyOf(0), buyer: renamed }, by).buyer).toEqual(renamed);
    // A later sale under that number belongs to this buyer.
    issue({ ...sale(0, '20.00', onAccount), buyer: { ...alone, name: 'New name' } });
    ledger.buyers.learn(100);
    expect(ledger.accounts.balance(keyOf(0))).toBe(4_000);
    expect(ledger.buyerBook.list({ text: '', start: 0, limit: 9 }).buyers.map(({ key }) => key)).toEqual([
      keyOf(0),
    ]);
    // The number of a hidden buyer does not block one that a manager enters or imports, either.
    for (const index of [1, 2]) reject(issue(sale(index, '10.00', cash)));
    const [, second = sampleBuyer, third = sampleBuyer] = buyers;
    expect(ledger.buyerBook.save({ buyer: second }, by).key).toBe(keyOf(1));
    expect(ledger.buyerBook.import(() => [{ key: undefined, buyer: third }], by).added).toBe(1);
  });
});
