import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { keyOfBuyer } from '../../../main/books/ledger/accounts/buyer-key.ts';
import { createFonts } from '../../../main/document/paper/fonts.ts';
import { shiftPaper } from '../../../main/document/paper/shift-paper.ts';
import { statementOf, statementTable } from '../../../main/till/shift/accounts/statement.ts';
import { checkAudit } from '../../../main/till/shift/check-audit.ts';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import { tableFile } from '../../../main/till/table-files/table-file.ts';
import type { Actor } from '../../../shared/actor.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testFolder, testLedger } from '../../books/ledger/support.ts';
import { buyer as fixture } from '../../document/invoice/fixtures.ts';
import { hasProgram, readCsv, readPdfText, readWorkbook } from '../../quarter/other-programs.ts';
import { readXml } from '../../quarter/read-xml.ts';
import { byCashier } from '../../support/run/callers.ts';
import { chance } from '../../support/run/chance.ts';
import { tamperIn } from '../../support/tamper.ts';

const sampleBuyer = { ...fixture, address: { ...fixture.address, country: 'SA' } };
const mona: Actor = { kind: 'person', name: 'Mona', role: 'manager' };
const day = 24 * 3_600_000;
const morning = Date.parse('2026-11-22T07:00:00Z');

function openShop(file = path.join(testFolder(), 'ledger.db')) {
  const shop = makeShop(testLedger(file));
  const { ledger, clock } = shop;
  clock.set(morning);
  const drawer = createDrawer(ledger, clock);
  const pay = (key: string, amount: number, means = 'cash', id = randomUUID()) =>
    drawer.receive({ id, key, name: 'A buyer', means, amount }, byCashier);
  return {
    ...shop,
    file,
    drawer,
    pay,
    open: (float = 10_000) => drawer.open(randomUUID(), byCashier, float),
  };
}

const buyers = [0, 1, 2].map((index) => ({
  ...sampleBuyer,
  name: `شركة ${index} | Company ${index}`,
  vatNumber: `3${100_000_000 + index}00003`,
}));
const keyOf = (index: number) => `number 3${100_000_000 + index}00003`;

const sale = (index: number, price: string, payments: SaleInput['payments']): SaleInput => ({
  customer: 'business',
  prices: 'includeVat',
  buyer: buyers[index],
  payments,
  lines: [{ name: 'Desk', quantity: 2, unitPrice: price }],
});
const onAccount = [{ means: 'onAccount' as const }];

/** One business, by its registration, then by both numbers, then by its registration again, each time misnamed. */
const registered = { scheme: 'CRN' as const, value: '2020202020' };
const misnamed = buyers.map(({ vatNumber, ...buyer }, index) => ({
  ...buyer,
  identification: registered,
  ...(index === 1 && { vatNumber }),
}));
const toMisnamed = (index: number, price: string, payments: SaleInput['payments']): SaleInput => ({
  ...sale(index, price, payments),
  buyer: misnamed[index],
});
const misnamedKey = (index: number) => keyOfBuyer(misnamed[index] ?? sampleBuyer);
const issuesOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { failure?: { issues?: { code: string; params?: object }[] } }).failure?.issues?.map(
      ({ code, params }) => ({ code, ...params }),
    );
  }
};

describe('the account of a buyer', () => {
  it('has what was sold under a clock that was ahead in the statement of its true day', () => {
    const { ledger, issue, clock, pay, open } = openShop();
    clock.set(morning + 40 * day);
    issue(sale(0, '115.00', onAccount));
    clock.set(morning + 1_000);
    ledger.times.correct({ now: clock.now(), actor: 'Mona', reason: 'The clock was ahead' });
    open();
    clock.set(morning + day);
    pay(keyOf(0), 5_000);
    const statement = (from: number, to: number) => {
      const [first = '', last = ''] = [from, to].map((at) => new Date(at).toISOString().slice(0, 10));
      const { opening, lines, closing } = statementOf(ledger.accounts, keyOf(0), { from: first, to: last });
      return [opening, lines.map(({ what, balance }) => `${what} ${balance}`), closing];
    };
    expect(statement(morning, morning + day)).toEqual([0, ['invoice 23000', 'payment 18000'], 18_000]);
    expect(statement(morning + day, morning + day)).toEqual([23_000, ['payment 18000'], 18_000]);
    expect(statement(morning + 40 * day, morning + 40 * day)).toEqual([18_000, [], 18_000]);
    expect(ledger.accounts.balance(keyOf(0))).toBe(18_000);
  });

  it('is what was sold on account, less credit notes on account and payments', () => {
    const { ledger, issue, noteFor, pay, open } = openShop();
    open();
    const sold = issue(sale(0, '115.00', onAccount));
    issue(
      sale(0, '50.00', [
        { means: 'cash', amount: '40' },
        { means: 'onAccount', amount: '60' },
      ]),
    );
    issue(sale(0, '10.00', [{ means: 'card' }]));
    issue(sale(1, '20.00', onAccount));
    expect(ledger.accounts.balance(keyOf(0))).toBe(23_000 + 6_000);
    issue({ ...noteFor(sold.uuid, [1, '1']), payments: onAccount });
    expect(ledger.accounts.balance(keyOf(0))).toBe(17_500);
    pay(keyOf(0), 2_500);
    expect(ledger.accounts.balance(keyOf(0))).toBe(15_000);
    expect(ledger.accounts.balance(keyOf(1))).toBe(4_000);
    expect(ledger.accounts.recount()).toBe(false);
  });

  it('takes a note whose buyer has another number off the account of its document', () => {
    const { ledger, issue, noteFor } = openShop();
    const sold = issue(sale(0, '115.00', onAccount));
    const { vatNumber: _, ...named } = buyers[0] ?? sampleBuyer;
    const byOtherNumber = { ...named, identification: { scheme: 'CRN', value: '1010010000' } };
    const note = { ...noteFor(sold.uuid, [1, '1']), payments: onAccount };
    try {
      issue({ ...note, buyer: byOtherNumber } as SaleInput);
    } catch {
      // A note must repeat its document's number, so it is on the same account anyway.
      issue(note);
    }
    expect(ledger.accounts.balance(keyOf(0))).toBe(11_500);
    expect(ledger.accounts.balance('number CRN 1010010000')).toBe(0);
    expect(ledger.accounts.differsAt()).toBeUndefined();
  });

  it('is one, whichever of a buyer’s numbers a sale names first', () => {
    const identification = { scheme: 'CRN' as const, value: '2020202020' };
    const both = { ...sampleBuyer, identification };
    const { vatNumber = '', ...byRegistration } = both;
    const first = { ...sale(0, '50.00', onAccount), buyer: byRegistration };
    const second = { ...sale(0, '25.00', onAccount), buyer: both };
    for (const sales of [
      [first, second],
      [second, first],
    ]) {
      const { ledger, issue } = openShop();
      for (const each of sales) issue(each);
      const { buyers: listed } = ledger.buyerBook.list({ text: '', start: 0, limit: 9 });
      expect(listed.map(({ key, sold }) => [key, sold])).toEqual([[`number ${vatNumber}`, 2]]);
      expect(ledger.accounts.balance(`number ${vatNumber}`)).toBe(15_000);
      expect(ledger.accounts.differsAt()).toBeUndefined();
    }
  });

  it('stays with its buyer when a sale names the VAT number of another one', () => {
    const { ledger, issue } = openShop();
    const [stranger = sampleBuyer] = buyers;
    const { vatNumber: _, ...byRegistration } = { ...sampleBuyer, identification: registered };
    issue({ ...sale(0, '50.00', onAccount), buyer: byRegistration });
    issue(sale(0, '1.00', onAccount));
    issue({ ...sale(0, '2.00', onAccount), buyer: { ...byRegistration, vatNumber: stranger.vatNumber } });
    ledger.buyers.learn(9);
    expect(ledger.accounts.balance(keyOfBuyer(byRegistration))).toBe(10_000);
    expect(ledger.accounts.balance(keyOf(0))).toBe(600);
  });

  it('is that of the VAT number for a sale that names the buyer by another number alone', () => {
    const { ledger, issue } = openShop();
    const [first = sampleBuyer, second = sampleBuyer] = buyers;
    const crn = { scheme: 'CRN', value: '1010abc' } as const;
    ledger.buyerBook.save({ buyer: { ...first, identification: crn } }, { actor: 'Mona', at: morning });
    issue(sale(0, '115.00', onAccount));
    const { vatNumber: _, ...named } = first;
    const byCrn = (buyer: object) => ({ ...sale(0, '10.00', onAccount), buyer }) as SaleInput;
    issue(byCrn({ ...named, name: 'شركه 0 COMPANY 0', identification: { ...crn, value: '1010ABC' } }));
    expect(ledger.buyerBook.get(keyOf(0)).sold).toBe(2);
    expect(ledger.accounts.balance(keyOf(0))).toBe(25_000);
    expect(ledger.accounts.balance('number CRN 1010ABC')).toBe(25_000);
    // The number must come with the same name, so that a typing error does not move a debt.
    const other = { scheme: 'CRN', value: '2020202020' } as const;
    issue({ ...sale(1, '20.00', onAccount), buyer: { ...second, identification: other } });
    const { vatNumber: __, ...alone } = second;
    issue(byCrn({ ...alone, name: 'Another company', identification: other }));
    expect(ledger.buyerBook.get('number CRN 2020202020').sold).toBe(1);
    expect(ledger.accounts.balance(keyOf(1))).toBe(4_000);
    // The book refuses the number as another buyer's, and a manager merges the two.
    const both = { ...second, identification: other };
    const by = { actor: 'Mona', at: morning };
    expect(issuesOf(() => ledger.buyerBook.save({ key: keyOf(1), buyer: both }, by))).toEqual([
      { code: 'buyer-twice' },
    ]);
    ledger.buyerBook.merge({ key: 'number CRN 2020202020', into: keyOf(1) }, by);
    expect(ledger.accounts.balance(keyOf(1))).toBe(6_000);
    expect(ledger.accounts.differsAt()).toBeUndefined();
  });

  it('in the buyer’s favour is paid back, never more, and taken back like any payment', () => {
    const { ledger, drawer, issue, noteFor, pay, open } = openShop();
    open();
    const sold = issue(sale(0, '115.00', onAccount));
    pay(keyOf(0), 23_000);
    issue({ ...noteFor(sold.uuid, [1, '1']), payments: onAccount });
    const payment = { id: randomUUID(), key: keyOf(0), name: 'A buyer', means: 'cash', amount: 10_000 };
    expect(issuesOf(() => drawer.payBack({ ...payment, amount: 11_501 }, mona))).toEqual([
      { code: 'above-balance', limit: '115.00' },
    ]);
    const back = drawer.payBack(payment, mona);
    expect(back).toMatchObject({ number: 2, amount: -10_000, shift: 1 });
    expect(drawer.payBack(payment, mona)).toEqual(back);
    expect(ledger.accounts.balance(keyOf(0))).toBe(-1_500);
    expect(ledger.accounts.lines(keyOf(0)).at(-1)).toMatchObject({ what: 'paidBack', amount: 10_000 });
    // The expected cash is the float plus the receipts, less the money paid out.
    expect(drawer.report().cash.expected).toBe(10_000 + 23_000 - 10_000);
    const received = [{ means: 'cash', count: 1, received: 23_000, takenBack: 0 }];
    expect(drawer.report()).toMatchObject({
      accountPayments: received,
      accountPaidBack: [{ means: 'cash', count: 1, paidBack: 10_000, takenBack: 0 }],
    });
    drawer.takeBack({ id: randomUUID(), number: 2, reason: 'Not collected' }, mona);
    expect(ledger.accounts.balance(keyOf(0))).toBe(-11_500);
    const { report } = drawer.close(1, byCashier, undefined);
    expect(report).toMatchObject({
      accountPayments: received,
      accountPaidBack: [{ means: 'cash', count: 2, paidBack: 10_000, takenBack: 10_000 }],
      cash: { accounts: 23_000, expected: 33_000 },
    });
    const page = shiftPaper({ report, company: { name: 'A', vatNumber: 'B' }, paper: 'roll80', marks: [] });
    expect(page).toContain('Credit paid back');
    expect(checkAudit(ledger)).toMatchObject({ broken: undefined, findings: [] });
  });

  it('has a limit that stays with the buyer, whatever becomes of the number', () => {
    const { ledger } = openShop();
    const by = { actor: 'Mona', at: morning };
    const [first = sampleBuyer, second = sampleBuyer] = buyers;
    for (const buyer of [first, second]) ledger.buyerBook.save({ buyer }, by);
    ledger.accounts.setLimit({ key: keyOf(0), limit: 50_000, ...by });
    ledger.buyerBook.merge({ key: keyOf(0), into: keyOf(1) }, by);
    expect([keyOf(0), keyOf(1), keyOf(2)].map(ledger.accounts.limit)).toEqual([50_000, 50_000, undefined]);
    ledger.accounts.setLimit({ key: keyOf(0), limit: undefined, ...by });
    expect(ledger.accounts.limit(keyOf(1))).toBeUndefined();
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([
      { action: 'account-limit-set', actor: 'Mona', detail: { buyer: '…0003', before: 50_000 } },
    ]);
  });

  it('is never partly unknown: several means of which one is on account have their amounts', () => {
    const { issue } = openShop();
    const means = [{ means: 'onAccount' as const }, { means: 'cash' as const }];
    expect(issuesOf(() => issue(sale(0, '50.00', means)))).toEqual([
      { code: 'payments-sum', limit: '100.00' },
    ]);
  });

  it('is checked against the documents', () => {
    const { ledger, file, issue } = openShop();
    issue(sale(0, '50.00', onAccount));
    expect(ledger.accounts.balance(keyOf(0))).toBe(10_000);
    expect(checkAudit(ledger).findings).toEqual([]);
    const other = new Database(file);
    other.exec('UPDATE account_entry SET amount = 1');
    other.close();
    expect(checkAudit(ledger).findings).toEqual([{ what: 'account-differs', number: 1 }]);
    expect(ledger.accounts.recount()).toBe(true);
    expect(checkAudit(ledger).findings).toEqual([]);
  });

  it('is as the documents say after goods that were given away came back', () => {
    const { ledger, issue, noteFor } = openShop();
    const free = issue({ ...sale(0, '50.00', onAccount), discount: { percent: '100' } });
    issue({ ...noteFor(free.uuid, [1, '1']), payments: onAccount });
    expect(ledger.accounts.balance(keyOf(0))).toBe(0);
    expect(checkAudit(ledger).findings).toEqual([]);
  });

  it('counts a rejected document that was issued again once', () => {
    const { ledger, issue, reject } = openShop();
    const first = issue(sale(0, '115.00', onAccount));
    reject(first);
    expect(ledger.accounts.balance(keyOf(0))).toBe(23_000);
    issue(sale(1, '100.00', onAccount), first.uuid);
    expect(ledger.accounts.balance(keyOf(0))).toBe(0);
    expect(ledger.accounts.balance(keyOf(1))).toBe(20_000);
    expect(ledger.accounts.lines(keyOf(0)).map(({ what, amount }) => [what, amount])).toEqual([
      ['invoice', 23_000],
      ['replaced', -23_000],
    ]);
  });

  it('takes notes along to the number under which their document is issued again', () => {
    const { ledger, issue, noteFor, reject } = openShop();
    const balances = () => [0, 1].map((index) => ledger.accounts.balance(misnamedKey(index)));
    const first = issue(toMisnamed(0, '115.00', onAccount));
    const note = issue({ ...noteFor(first.uuid, [1, '1']), payments: onAccount });
    expect(balances()).toEqual([11_500, 0]);
    reject(first);
    const second = issue(toMisnamed(1, '115.00', onAccount), first.uuid);
    expect(balances()).toEqual([0, 11_500]);
    // The note is refused too, and then the document once more.
    reject(note);
    issue({ ...noteFor(second.uuid, [1, '1']), payments: onAccount }, note.uuid);
    expect(balances()).toEqual([0, 11_500]);
    reject(second);
    issue(toMisnamed(2, '115.00', onAccount), second.uuid);
    expect(balances()).toEqual([11_500, 0]);
    expect(ledger.accounts.differsAt()).toBeUndefined();
    expect(ledger.accounts.recount()).toBe(false);
    expect(checkAudit(ledger).findings).toEqual([]);
  });

  it('takes a note along where the document that was issued again is paid at once', () => {
    const { ledger, issue, noteFor, reject } = openShop();
    const first = issue(toMisnamed(0, '115.00', onAccount));
    issue({ ...noteFor(first.uuid, [1, '1']), payments: onAccount });
    reject(first);
    issue(toMisnamed(1, '115.00', [{ means: 'cash' }]), first.uuid);
    expect([0, 1].map((index) => ledger.accounts.balance(misnamedKey(index)))).toEqual([0, -11_500]);
    expect(ledger.accounts.differsAt()).toBeUndefined();
  });

  it('has payments of a clock that was ahead on their true day, too', () => {
    const { ledger, issue, pay, open, clock } = openShop();
    open();
    const of = (from: string, to = from) => statementOf(ledger.accounts, keyOf(0), { from, to });
    issue(sale(0, '115.00', onAccount));
    clock.set(morning + day);
    pay(keyOf(0), 1_500);
    clock.set(morning + 366 * day);
    pay(keyOf(0), 5_000);
    clock.set(morning + 366 * day + 60_000);
    issue(sale(0, '11.50', onAccount));
    clock.set(morning + 366 * day + 120_000);
    pay(keyOf(0), 2_000);
    clock.set(morning + day + 600_000);
    const correction = { now: clock.now(), actor: 'Mona', reason: 'The clock was ahead' };
    expect(ledger.times.correct(correction)).toBe(1);
    expect(of('2026-11-23').lines.map(({ number, amount }) => [number, amount])).toEqual([
      ['1', -1_500],
      ['2', -5_000],
      ['T1-000002', 2_300],
      ['3', -2_000],
    ]);
    expect(of('2026-11-22', '2026-11-23').closing).toBe(ledger.accounts.balance(keyOf(0)));
    expect(of('2027-11-23').lines).toEqual([]);
    expect(ledger.accounts.newest(keyOf(0), 3).map(({ at, trueAt }) => [at, trueAt])).toEqual([
      [morning + 366 * day + 120_000, morning + day + 600_000],
      [morning + 366 * day, morning + day + 540_000],
      [morning + day, undefined],
    ]);
    expect(ledger.times.correct({ ...correction, now: morning + day + 300_000 })).toBe(1);
    expect(of('2026-11-22', '2026-11-23').closing).toBe(ledger.accounts.balance(keyOf(0)));
    expect(checkAudit(ledger).findings).toEqual([]);
  });

  it('leaves the statements of before as they were where notes go along to another number', () => {
    const { ledger, issue, noteFor, reject, clock } = openShop();
    const statement = (index: number, month: string) => {
      const period = { from: `${month}-01`, to: `${month}-28` };
      const { opening, lines, closing } = statementOf(ledger.accounts, misnamedKey(index), period);
      return [opening, lines.map(({ what, number, amount }) => `${what} ${number} ${amount}`), closing];
    };
    const three = (index: number) => ({
      ...toMisnamed(index, '115.00', onAccount),
      lines: [{ name: 'Desk', quantity: 3, unitPrice: '115.00' }],
    });
    const first = issue(three(0));
    issue({ ...noteFor(first.uuid, [1, '1']), payments: onAccount });
    const lost = issue({ ...noteFor(first.uuid, [1, '1']), payments: onAccount });
    const november = [
      0,
      ['invoice T1-000001 34500', 'creditNote T1-000002 -11500', 'creditNote T1-000003 -11500'],
      11_500,
    ];
    expect(statement(0, '2026-11')).toEqual(november);
    reject(lost);
    clock.set(Date.parse('2026-12-05T07:00:00Z'));
    reject(first);
    const second = issue(three(1), first.uuid);
    const offFirst = ['replaced T1-000001 -34500', 'moved T1-000002 11500', 'moved T1-000003 11500'];
    const ontoSecond = ['invoice T1-000004 34500', 'moved T1-000002 -11500', 'moved T1-000003 -11500'];
    expect(statement(0, '2026-11')).toEqual(november);
    expect(statement(1, '2026-11')).toEqual([0, [], 0]);
    expect(statement(0, '2026-12')).toEqual([11_500, offFirst, 0]);
    expect(statement(1, '2026-12')).toEqual([0, ontoSecond, 11_500]);
    clock.set(Date.parse('2027-01-05T07:00:00Z'));
    issue({ ...noteFor(second.uuid, [1, '1']), payments: onAccount }, lost.uuid);
    reject(second);
    issue(three(2), second.uuid);
    expect(statement(0, '2026-11')).toEqual(november);
    expect(statement(1, '2026-12')).toEqual([0, ontoSecond, 11_500]);
    expect(statement(1, '2027-01').slice(1)).toEqual([
      [
        ...['replaced T1-000003 11500', 'creditNote T1-000005 -11500', 'replaced T1-000004 -34500'],
        ...['moved T1-000002 11500', 'moved T1-000005 11500'],
      ],
      0,
    ]);
    expect(statement(0, '2027-01')).toEqual([
      0,
      ['invoice T1-000006 34500', 'moved T1-000002 -11500', 'moved T1-000005 -11500'],
      11_500,
    ]);
    expect(checkAudit(ledger).findings).toEqual([]);
    expect(ledger.accounts.recount()).toBe(false);
  });

  it('follows a buyer whose number was changed or who was merged, and keeps one who owes', () => {
    const { ledger, issue } = openShop();
    const by = { actor: 'Mona', at: morning };
    issue(sale(0, '10.00', onAccount));
    issue(sale(1, '20.00', onAccount));
    expect(issuesOf(() => ledger.buyerBook.remove(keyOf(1), by))).toEqual([{ code: 'account-open' }]);
    ledger.buyerBook.merge({ key: keyOf(1), into: keyOf(0) }, by);
    expect(ledger.accounts.balance(keyOf(0))).toBe(6_000);
    const changed = ledger.buyerBook.save(
      { key: keyOf(0), buyer: { ...sampleBuyer, name: 'New', vatNumber: '310000555500003' } },
      by,
    );
    expect(ledger.accounts.balance(changed.key)).toBe(6_000);
    // A sale under an old number belongs to the same buyer.
    issue(sale(1, '1.00', onAccount));
    expect(ledger.accounts.balance(changed.key)).toBe(6_200);
    ledger.buyers.learn(100);
    expect(ledger.buyerBook.all().map(({ key, sold }) => [key, sold])).toEqual([[changed.key, 3]]);
    // The sales under a number stay with their payments.
    const again = { buyer: buyers[1] ?? sampleBuyer };
    expect(issuesOf(() => ledger.buyerBook.save(again, by))).toEqual([{ code: 'number-on-account' }]);
    expect(issuesOf(() => ledger.buyerBook.import(() => [{ key: undefined, ...again }], by))).toEqual([
      { code: 'number-on-account' },
    ]);
    expect([changed.key, keyOf(1)].map(ledger.accounts.balance)).toEqual([6_200, 6_200]);
    // The buyer itself may use its old number again.
    expect(ledger.buyerBook.save({ key: changed.key, ...again }, by).key).toBe(keyOf(1));
    expect([changed.key, keyOf(1)].map(ledger.accounts.balance)).toEqual([6_200, 6_200]);
  });

  it('stays in the book when its only document was refused, and when another currency is owed', () => {
    const { ledger, issue, reject, pay, open } = openShop();
    const by = { actor: 'Mona', at: morning };
    open();
    const wrong = issue(sale(0, '50.00', onAccount));
    pay(keyOf(0), 10_000);
    reject(wrong);
    issue(sale(1, '50.00', onAccount), wrong.uuid);
    const { buyers: found, total } = ledger.buyerBook.list({ text: '', start: 0, limit: 6 });
    expect([found.map(({ key }) => key), total]).toEqual([[keyOf(0), keyOf(1)], 2]);
    expect(ledger.accounts.balance(keyOf(0))).toBe(-10_000);
    // The till does not suggest the old number.
    expect(ledger.buyers.find('').map(({ buyer }) => buyer.vatNumber)).toEqual([buyers[1]?.vatNumber]);
    issue({ ...sale(2, '10.00', onAccount), currency: 'USD', exchangeRate: '3.75' });
    expect(ledger.accounts.balance(keyOf(2))).toBe(0);
    expect(issuesOf(() => ledger.buyerBook.remove(keyOf(2), by))).toEqual([{ code: 'account-open' }]);
  });

  it('takes a payment once, never more than is owed, and only while a shift is open where one is needed', () => {
    const { ledger, issue, pay, drawer, open } = openShop();
    issue(sale(0, '50.00', onAccount));
    const id = randomUUID();
    const paid = pay(keyOf(0), 4_000, 'bankTransfer', id);
    expect(pay(keyOf(0), 4_000, 'bankTransfer', id)).toEqual(paid);
    expect(paid).toMatchObject({ number: 1, shift: undefined, amount: 4_000 });
    expect(issuesOf(() => pay(keyOf(0), 6_001))).toEqual([{ code: 'above-balance', limit: '60.00' }]);
    drawer.setRequired(true, mona);
    expect(() => pay(keyOf(0), 100)).toThrow(expect.objectContaining({ failure: { code: 'no-shift' } }));
    open();
    expect(pay(keyOf(0), 6_000).shift).toBe(1);
    expect(ledger.accounts.balance(keyOf(0))).toBe(0);
  });

  it('is money in the drawer of the shift, in its report and its audit lines', () => {
    const { ledger, issue, pay, drawer, open, clock } = openShop();
    open(10_000);
    issue(sale(0, '115.00', onAccount));
    const first = pay(keyOf(0), 5_000);
    pay(keyOf(0), 1_000, 'card');
    const closed = drawer.close(1, byCashier, [{ value: 5_000, count: 3 }]);
    expect(closed.report.cash).toMatchObject({
      received: 0,
      accounts: 5_000,
      expected: 15_000,
      difference: 0,
    });
    expect(closed.report.accountPayments).toEqual([
      { means: 'cash', count: 1, received: 5_000, takenBack: 0 },
      { means: 'card', count: 1, received: 1_000, takenBack: 0 },
    ]);
    clock.set(morning + day);
    open(15_000);
    const back = { id: randomUUID(), number: first.number, reason: 'Another company paid' };
    const entry = drawer.takeBack(back, mona);
    expect(drawer.takeBack(back, mona)).toEqual(entry);
    expect(entry).toMatchObject({ number: 3, amount: -5_000, takesBack: 1, shift: 2, note: back.reason });
    expect(issuesOf(() => drawer.takeBack({ ...back, id: randomUUID() }, mona))).toEqual([
      { code: 'taken-back' },
    ]);
    expect(drawer.report().cash).toMatchObject({ accounts: -5_000, expected: 10_000 });
    expect(ledger.accounts.balance(keyOf(0))).toBe(22_000);
    expect(checkAudit(ledger)).toMatchObject({ broken: undefined, findings: [] });
  });

  it('is never changed or deleted, and an altered payment is found', () => {
    const { ledger, file, issue, pay } = openShop();
    issue(sale(0, '115.00', onAccount));
    pay(keyOf(0), 5_000);
    const other = new Database(file);
    const attempts = [
      'UPDATE account_payment SET amount = 1',
      'DELETE FROM account_payment',
      'INSERT OR REPLACE INTO account_payment SELECT number, id, key, name, at, actor, role, shift, means, 1, note, approval, takes_back FROM account_payment',
      "INSERT INTO account_payment (number, id, key, name, at, actor, means, amount, note, takes_back) VALUES (2, 'x', 'k', 'n', 1, 'a', 'cash', -1, 'why', 1)",
    ];
    for (const sql of attempts) expect(() => other.exec(sql), sql).toThrow();
    tamperIn(other, 'UPDATE account_payment SET amount = 4000');
    other.close();
    expect(checkAudit(ledger).findings).toEqual([{ what: 'payment-differs', number: 1 }]);
  });
});

describe('a statement of account', () => {
  /** Plays several weeks of sales, returns, replacements and payments of three buyers. */
  function play() {
    const random = chance();
    const shop = openShop();
    const { ledger, issue, noteFor, reject, pay, drawer, clock } = shop;
    const paid: { index: number; amount: number; at: number }[] = [];
    const owed: { uuid: string; index: number; sign: number; at: number }[] = [];
    shop.open();
    for (let step = 0; step < 60; step += 1) {
      clock.set(morning + step * 7 * 3_600_000);
      const index = random.whole(0, 2);
      const kind = random.next();
      const last = owed.findLast((one) => one.index === index && one.sign === 1);
      if (kind < 0.2 && last !== undefined && step % 3 === 0) {
        const note = issue({ ...noteFor(last.uuid, [1, '1']), payments: onAccount });
        owed.splice(
          owed.indexOf(last),
          1,
          { ...last, sign: 2 },
          { uuid: note.uuid, index, sign: -1, at: clock.now() },
        );
      } else if (kind < 0.5 && ledger.accounts.balance(keyOf(index)) > 100) {
        const amount = random.whole(1, ledger.accounts.balance(keyOf(index)));
        const payment = pay(keyOf(index), amount, random.pick(['cash', 'card', 'bankTransfer']));
        paid.push({ index, amount, at: clock.now() });
        if (random.chance(0.3)) {
          drawer.takeBack({ id: randomUUID(), number: payment.number, reason: 'Wrong' }, mona);
          paid.push({ index, amount: -amount, at: clock.now() });
        }
      } else {
        const entry = issue(sale(index, `${random.whole(1, 900)}.${random.whole(10, 99)}`, onAccount));
        owed.push({ uuid: entry.uuid, index, sign: 1, at: clock.now() });
        if (random.chance(0.15)) {
          reject(entry);
          const again = issue(sale(index, '77.77', onAccount), entry.uuid);
          owed.splice(owed.length - 1, 1, { uuid: again.uuid, index, sign: 1, at: clock.now() });
        }
      }
    }
    return { ...shop, paid, owed };
  }

  it('adds up to the XML and the payments to the halala, whatever its days', () => {
    const { ledger, paid, owed } = play();
    const payable = (uuid: string) => readXml(String(ledger.documents.issuedXml(uuid))).payable;
    const balanceAt = (index: number, until: number) =>
      owed
        .filter((one) => one.index === index && one.at < until)
        .reduce((sum, { uuid, sign }) => sum + (sign < 0 ? -payable(uuid) : payable(uuid)), 0) -
      paid
        .filter((one) => one.index === index && one.at < until)
        .reduce((sum, { amount }) => sum + amount, 0);
    for (const index of [0, 1, 2])
      for (const [from, to] of [
        ['2026-11-01', '2026-12-31'],
        ['2026-11-25', '2026-11-30'],
        ['2026-12-01', '2026-12-03'],
      ] as const) {
        const statement = statementOf(ledger.accounts, keyOf(index), { from, to });
        const [start, end] = [Date.parse(`${from}T00:00:00+03:00`), Date.parse(`${to}T00:00:00+03:00`) + day];
        const about = `buyer ${index}, ${from} to ${to}`;
        expect(statement.opening, about).toBe(balanceAt(index, start));
        expect(statement.closing, about).toBe(balanceAt(index, end));
        expect(statement.opening + statement.added - statement.takenOff, about).toBe(statement.closing);
        expect(statement.lines.at(-1)?.balance ?? statement.opening, about).toBe(statement.closing);
      }
    expect(ledger.accounts.recount()).toBe(false);
  });

  it.runIf(['python3', 'pdftotext'].every(hasProgram))(
    'is read by other programs from its files',
    async () => {
      const { ledger, issue, pay } = openShop();
      issue(sale(0, '115.00', onAccount));
      pay(keyOf(0), 5_050);
      const period = { from: '2026-11-01', to: '2026-11-30' };
      const folder = testFolder();
      const write = async (format: 'csv' | 'xlsx' | 'pdf', language: 'ar' | 'en') => {
        const statement = statementOf(ledger.accounts, keyOf(0), period);
        const about = { ...period, name: '=Company', statement, format, language, madeAt: morning };
        const file = path.join(folder, `${language}.${format}`);
        writeFileSync(file, await tableFile(statementTable(about), createFonts));
        return file;
      };
      const csv = readCsv(await write('csv', 'en'));
      expect(csv.slice(1).map(([, what, number, ...amounts]) => [what, number, ...amounts])).toEqual([
        ['Balance brought forward', '', '', '', '0.00'],
        ['Invoice', 'T1-000001', '230.00', '', '230.00'],
        ['Payment · Cash', '1', '', '50.50', '179.50'],
        ['Closing balance', '', '', '', '179.50'],
      ]);
      const sheet = readWorkbook(await write('xlsx', 'ar'));
      expect(sheet.slice(1).map((row) => Number(row[5]))).toEqual([0, 230, 179.5, 179.5]);
      expect(readPdfText(await write('pdf', 'en'))).toMatch(/Closing balance\s+179\.50/);
    },
  );
});
