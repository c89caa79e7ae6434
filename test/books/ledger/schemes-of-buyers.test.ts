import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrations } from '../../../main/books/ledger/database/migrations/index.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';
import { checkAudit } from '../../../main/till/shift/check-audit.ts';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import type { Buyer } from '../../../shared/sale/party.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { buyer as fixture } from '../../document/invoice/fixtures.ts';
import { byCashier } from '../../support/run/callers.ts';
import { makeShop } from '../corrections/shop.ts';
import { takeBackTo } from './database/earlier-schema.ts';
import { testFolder } from './support.ts';

/*
 * Tests ledgers of a version that knew a buyer without a VAT number only by the digits of another number, and ignored
 * the scheme of that number.
 */

const morning = Date.parse('2026-11-22T07:00:00Z');
const by = { actor: 'Mona', at: morning };
const number = migrations.findIndex(({ name }) => name === 'buyers by the scheme of their number too');

function named(name: string, scheme: 'CRN' | 'MOM' | 'NAT' | 'OTH', value: string): Buyer {
  const address = { ...fixture.address, country: 'SA' };
  return { name, address, identification: { scheme, value } };
}

function openOld() {
  const file = path.join(testFolder(), 'ledger.db');
  const ledger = openLedger(file, { environment: 'training' });
  const { issue, clock } = makeShop(ledger);
  clock.set(morning);
  const drawer = createDrawer(ledger, clock);
  drawer.open('shift', byCashier, 0);
  const sell = (buyer: Buyer, unitPrice: string, means: 'onAccount' | 'card' = 'onAccount') =>
    issue({
      customer: 'business',
      prices: 'includeVat',
      buyer,
      payments: [{ means }],
      lines: [{ name: 'Desk', quantity: 1, unitPrice }],
    } as SaleInput);
  const pay = (buyer: Buyer, amount: number) =>
    drawer.receive(
      {
        id: `${buyer.name} ${amount}`,
        key: ledger.buyers.keyOf(buyer),
        name: buyer.name,
        means: 'cash',
        amount,
      },
      byCashier,
    );
  /**
   * Closes the ledger, writes its keys as the earlier version had them, and opens it again.
   * @param meanwhile the actions of another program before anything is read
   */
  function again(meanwhile: (raw: Database.Database) => void = () => {}) {
    ledger.buyers.learn(100);
    ledger.close();
    const raw = new Database(file);
    const oldOf = (column: string) =>
      `CASE WHEN ${column} LIKE 'number % %' THEN 'number ' || substr(${column}, 12) ELSE ${column} END`;
    raw.exec(`
      DROP TRIGGER account_payment_is_fixed;
      UPDATE account_payment SET key = ${oldOf('key')};
      CREATE TRIGGER account_payment_is_fixed BEFORE UPDATE ON account_payment
      BEGIN SELECT RAISE(ABORT, 'a payment is never changed'); END;
      UPDATE account_entry SET key = ${oldOf('key')};
      UPDATE OR REPLACE account_limit SET key = ${oldOf('key')};
      DELETE FROM buyer_alias WHERE ${oldOf('key')} = ${oldOf('now')};
      UPDATE OR REPLACE buyer_alias SET key = ${oldOf('key')}, now = ${oldOf('now')};
      CREATE TEMP TABLE newest AS SELECT ${oldOf('key')} AS old, max(last) AS last, sum(sold) AS sold
        FROM known_buyer GROUP BY 1;
      DELETE FROM known_buyer WHERE last < (SELECT last FROM newest WHERE old = ${oldOf('key')});
      UPDATE known_buyer SET key = ${oldOf('key')}, sold = (SELECT sold FROM newest WHERE old = ${oldOf('key')})`);
    const owed = raw
      .prepare(
        'SELECT (SELECT sum(amount) FROM account_entry) - coalesce((SELECT sum(amount) FROM account_payment), 0)',
      )
      .pluck()
      .get();
    raw.close();
    takeBackTo(number, file);
    const migrated = openLedger(file, { environment: 'training' });
    const other = new Database(file);
    meanwhile(other);
    other.close();
    const { buyers } = migrated.buyerBook.list({ text: '', start: 0, limit: 99 });
    const accounts = buyers.map(({ key, sold }) => [
      key,
      sold,
      migrated.accounts.balance(key),
      migrated.accounts.limit(key),
    ]);
    // Nothing is lost, because the sum of all accounts is unchanged.
    expect(buyers.reduce((sum, { key }) => sum + migrated.accounts.balance(key), 0)).toBe(owed);
    expect(migrated.accounts.differsAt()).toBeUndefined();
    expect(checkAudit(migrated).findings).toEqual([]);
    expect(migrated.checkFile()).toEqual([]);
    return { migrated, accounts, file };
  }
  return { ledger, sell, pay, again };
}

it('a buyer alone with its digits keeps account, payments and limit', () => {
  const { ledger, sell, pay, again } = openOld();
  const [shop, short] = [named('A shop', 'CRN', '4030'), named('Short', 'NAT', '7')];
  sell(shop, '100.00');
  sell(short, '10.00');
  pay(shop, 3_000);
  pay(short, 400);
  ledger.accounts.setLimit({ key: ledger.buyers.keyOf(shop), limit: 20_000, ...by });
  const { migrated, accounts } = again();
  expect(accounts).toEqual([
    ['number CRN 4030', 1, 7_000, 20_000],
    ['number NAT 7', 1, 600, undefined],
  ]);
  expect(migrated.buyers.keyOf(shop)).toBe('number CRN 4030');
  expect(migrated.accounts.newest('number CRN 4030', 9)).toMatchObject([{ amount: 3_000 }]);
  migrated.close();
});

it('two buyers who shared an account get one each, with the payments that their vouchers name', () => {
  const { ledger, sell, pay, again } = openOld();
  const [shop, hospital] = [named('A shop', 'CRN', '4030'), named('مستشفى', 'MOM', '4030')];
  sell(shop, '100.00');
  sell(shop, '1.00', 'card');
  sell(hospital, '50.00');
  pay(shop, 3_000);
  pay(hospital, 1_000);
  ledger.accounts.setLimit({ key: ledger.buyers.keyOf(shop), limit: 20_000, ...by });
  const { migrated, accounts } = again();
  expect(accounts).toEqual([
    ['number CRN 4030', 2, 7_000, 20_000],
    ['number MOM 4030', 1, 4_000, 20_000],
  ]);
  expect(migrated.buyers.find('مستشفى')).toMatchObject([{ buyer: hospital }]);
  migrated.close();
});

it('a buyer whose scheme was mistyped, or changed by a manager, stays one account', () => {
  const { ledger, sell, pay, again } = openOld();
  const typed = [named('A shop', 'CRN', '4030'), named('a SHOP', 'MOM', '4030')] as const;
  sell(typed[0], '100.00');
  ledger.buyers.learn(100);
  ledger.buyerBook.merge({ key: ledger.buyers.keyOf(typed[0]), into: sellOnce() }, by);
  function sellOnce() {
    sell(typed[1], '50.00');
    ledger.buyers.learn(100);
    return ledger.buyers.keyOf(typed[1]);
  }
  const changed = named('A clinic', 'CRN', '5050');
  sell(changed, '20.00');
  ledger.buyers.learn(100);
  pay(changed, 500);
  ledger.buyerBook.save({ key: ledger.buyers.keyOf(changed), buyer: named('A clinic', 'MOM', '5050') }, by);
  const { migrated, accounts } = again();
  expect(accounts).toEqual([
    ['number MOM 5050', 1, 1_500, undefined],
    ['number MOM 4030', 2, 15_000, undefined],
  ]);
  expect([...typed, changed].map(migrated.buyers.keyOf)).toEqual([
    'number MOM 4030',
    'number MOM 4030',
    'number MOM 5050',
  ]);
  migrated.close();
});

it('numbers that were changed or merged lead to their buyer as before', () => {
  const { ledger, sell, pay, again } = openOld();
  const keyOf = ledger.buyers.keyOf;
  const [old, now] = [named('A shop', 'CRN', '1111'), named('A shop', 'CRN', '2222')];
  sell(old, '100.00');
  ledger.buyers.learn(100);
  pay(old, 1_000);
  ledger.buyerBook.save({ key: keyOf(old), buyer: now }, by);
  // This buyer was merged into one with a VAT number, and changed before any sale.
  const [merged, withVat] = [named('Branch', 'MOM', '3333'), { ...fixture, name: 'Main' }];
  sell(merged, '10.00');
  sell({ ...withVat, address: now.address } as Buyer, '5.00');
  ledger.buyers.learn(100);
  ledger.buyerBook.merge({ key: keyOf(merged), into: keyOf(withVat as Buyer) }, by);
  ledger.buyerBook.save({ buyer: named('New', 'CRN', '8888') }, by);
  ledger.buyerBook.save({ key: 'number CRN 8888', buyer: named('New', 'CRN', '9999') }, by);
  const { migrated } = again();
  expect([old, now, merged, named('New', 'CRN', '8888')].map(migrated.buyers.keyOf)).toEqual([
    'number CRN 2222',
    'number CRN 2222',
    `number ${withVat.vatNumber}`,
    'number CRN 9999',
  ]);
  expect(migrated.accounts.balance('number CRN 2222')).toBe(9_000);
  expect(migrated.accounts.balance(`number ${withVat.vatNumber}`)).toBe(1_500);
  migrated.close();
});

/** The statements with which the earlier version read documents into accounts; `after` is 0 for a recount. */
const learnAsBefore = (after: string) => `
  DELETE FROM account_entry WHERE ${after} = 0;
  INSERT INTO account_entry
    SELECT d.icv, 0, 'number ' || upper(d.sale ->> '$.buyer.identification.value'), d.issued_at, d.number, d.kind,
      d.currency, sum(p.amount)
    FROM payment AS p JOIN document AS d USING (icv) WHERE p.means = 'onAccount' AND d.icv > ${after} GROUP BY d.icv;
  UPDATE account_until SET icv = max(icv, (SELECT max(icv) FROM document))`;

it('a program of before that is open on the folder yet changes no account', () => {
  const { ledger, sell, pay, again } = openOld();
  const [shop, hospital] = [named('A shop', 'CRN', '4030'), named('مستشفى', 'MOM', '4030')];
  sell(shop, '100.00');
  sell(hospital, '50.00');
  pay(shop, 3_000);
  ledger.accounts.setLimit({ key: ledger.buyers.keyOf(shop), limit: 20_000, ...by });
  const { migrated, accounts } = again((raw) => raw.exec(learnAsBefore('(SELECT icv FROM account_until)')));
  expect(accounts.map(([key, , balance]) => [key, balance])).toEqual([
    ['number CRN 4030', 7_000],
    ['number MOM 4030', 5_000],
  ]);
  migrated.close();
});

it('accounts that a program of before added up anew are still those of their buyers', () => {
  const { ledger, sell, pay, again } = openOld();
  const [shop, removed] = [named('A shop', 'CRN', '4030'), named('Removed', 'NAT', '7')];
  sell(shop, '100.00');
  sell(removed, '10.00');
  pay(shop, 3_000);
  pay(removed, 1_000);
  ledger.buyers.learn(100);
  ledger.buyerBook.remove(ledger.buyers.keyOf(removed), by);
  const { migrated, file } = again();
  const raw = new Database(file);
  raw.exec(learnAsBefore('0'));
  raw.close();
  const { accounts, buyers } = migrated;
  expect([shop, removed].map((buyer) => accounts.balance(buyers.keyOf(buyer)))).toEqual([7_000, 0]);
  expect(accounts.recount()).toBe(true);
  expect([shop, removed].map((buyer) => accounts.balance(buyers.keyOf(buyer)))).toEqual([7_000, 0]);
  migrated.close();
});

it.each(['before', 'after'])(
  'a VAT number that was written as another number %s stays one account',
  (when) => {
    const { ledger, sell, pay, again } = openOld();
    const vatNumber = fixture.vatNumber ?? '';
    const asOther = named('A shop', 'OTH', vatNumber);
    const withVat = { name: 'A shop', address: asOther.address, vatNumber } as Buyer;
    const [first, second] = when === 'before' ? [asOther, withVat] : [withVat, asOther];
    sell(first, '100.00');
    pay(first, 3_000);
    sell(second, '50.00');
    pay(second, 1_000);
    ledger.accounts.setLimit({ key: ledger.buyers.keyOf(withVat), limit: 20_000, ...by });
    const { migrated, accounts } = again();
    expect(accounts).toEqual([[`number ${vatNumber}`, 2, 11_000, 20_000]]);
    expect([asOther, withVat].map(migrated.buyers.keyOf)).toEqual([
      `number ${vatNumber}`,
      `number ${vatNumber}`,
    ]);
    migrated.close();
  },
);
