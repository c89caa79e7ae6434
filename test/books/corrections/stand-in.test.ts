import { describe, expect, test } from 'vitest';
import { refuseOtherStandIn } from '../../../main/books/corrections/stand-in.ts';
import type { LedgerEntry } from '../../../main/books/ledger/documents/entry.ts';
import { countedSums } from '../../../main/till/accountant/counted-sums.ts';
import { vatReturnRows } from '../../../main/till/accountant/reports/vat-return.ts';
import { checkAudit } from '../../../main/till/shift/check-audit.ts';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import { takingsOf } from '../../../main/till/shift/takings-of.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { buyer, refusal } from '../../document/invoice/fixtures.ts';
import { byCashier } from '../../support/run/callers.ts';
import { testLedger } from '../ledger/support.ts';
import { makeShop } from './shop.ts';

/* Tests that an accepted sale that was rung again by hand may stand for the rejected one. */

const tea: SaleInput = { lines: [{ name: 'Tea', quantity: 1, unitPrice: '11.50' }] };
const onAccount: SaleInput = { ...tea, customer: 'business', buyer, payments: [{ means: 'onAccount' }] };
const day = 24 * 3_600_000;

function openShop() {
  const ledger = testLedger();
  const shop = makeShop(ledger);
  const say = (rejected: LedgerEntry, accepted: LedgerEntry) =>
    ledger.standIns.say(() => {
      const entry = ledger.documents.get(accepted.uuid) ?? accepted;
      const { documents, standIns } = ledger;
      refuseOtherStandIn(entry, rejected, { documents, standIns, now: shop.clock.now() });
      return { rejected: rejected.uuid, entry, actor: 'Mona', now: shop.clock.now() };
    });
  const refused = (sale: SaleInput) => {
    const entry = shop.issue(sale);
    shop.reject(entry);
    return entry;
  };
  const accepted = (sale: SaleInput) => {
    const entry = shop.issue(sale);
    shop.accept(entry);
    return entry;
  };
  const sums = () => {
    ledger.takings.learn(100, takingsOf(ledger.documents));
    const period = { from: '2026-11-01', to: '2026-11-30' };
    const standard = vatReturnRows(ledger.takings, period).find(({ box }) => box === 'standard');
    const people = ledger.takings.read('person', period).map(({ count, amount }) => [count, amount]);
    return { people, net: standard?.amount, vat: standard?.vat, list: ledger.search.sums({})?.[0]?.total };
  };
  return { ...shop, say, refused, accepted, sums };
}

describe('an accepted sale that stands for a rejected one', () => {
  test('is counted once in takings, VAT return, lists, accounts and the month’s list; a line says who said so', () => {
    const { ledger, say, refused, accepted, sums } = openShop();
    const wrong = refused(onAccount);
    const right = accepted(onAccount);
    const key = ledger.buyers.keyOf({ ...buyer, address: { ...buyer.address, country: 'SA' } });
    expect(sums()).toEqual({ people: [[2, 2300]], net: 2000, vat: 300, list: 2300 });
    expect(ledger.accounts.balance(key)).toBe(2300);
    const before = ledger.search.changes.last();
    say(wrong, right);
    expect(sums()).toEqual({ people: [[1, 1150]], net: 1000, vat: 150, list: 1150 });
    expect(ledger.accounts.balance(key)).toBe(1150);
    expect(countedSums(right, ledger.documents)).toMatchObject({ payable: 0, replaces: wrong.number });
    expect(ledger.documents.get(wrong.uuid)?.reissuedAs).toBe(right.number);
    expect(ledger.documents.uncorrected()).toBe(0);
    // A program that follows changes learns of it.
    expect(ledger.search.changes.of(right.icv)?.id).toBeGreaterThan(before);
    expect(ledger.audit.list({ limit: 1 })[0]).toMatchObject({
      actor: 'Mona',
      action: 'stands-for',
      detail: { number: right.number, replaces: wrong.number },
    });
    expect(checkAudit(ledger).findings).toEqual([]);
  });

  test('is counted once in its open shift, and not once its report is made', () => {
    const { ledger, clock, say, refused, accepted } = openShop();
    const drawer = createDrawer(ledger, clock);
    drawer.open('7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11', byCashier, 0);
    const wrong = refused(tea);
    const right = accepted(tea);
    const next = refused(tea);
    const last = accepted(tea);
    say(wrong, right);
    expect(drawer.report().cash.expected).toBe(3450);
    drawer.close(1, byCashier, undefined);
    expect(refusal(() => say(next, last))).toEqual(['accepted stand-in-closed']);
    expect(checkAudit(ledger).findings).toEqual([]);
  });

  test('is no note, which is issued again', () => {
    const { say, refused, accepted } = openShop();
    const { number } = accepted(tea);
    const note: SaleInput = {
      ...tea,
      kind: 'debitNote',
      corrects: [{ number }],
      reason: 'Forgotten',
    };
    const wrong = refused(note);
    expect(refusal(() => say(wrong, accepted(note)))).toEqual(['accepted stand-in-note']);
  });

  test('is of the same kind, total and customer, later, accepted, and stands for no other', () => {
    const { issue, clock, say, refused, accepted, reject } = openShop();
    const early = accepted(tea);
    const wrong = refused(tea);
    const why = (entry: LedgerEntry) => refusal(() => say(wrong, entry));
    expect(why(early)).toEqual(['accepted stand-in-earlier']);
    expect(why(issue(tea))).toEqual(['accepted stand-in-not-accepted']);
    expect(why(accepted({ lines: [{ name: 'Tea', quantity: 2, unitPrice: '11.50' }] }))).toEqual([
      'accepted stand-in-differs',
    ]);
    expect(why(accepted({ ...tea, kind: 'prepayment' }))).toEqual(['accepted stand-in-differs']);
    expect(why(accepted(onAccount))).toEqual(['accepted stand-in-customer']);
    const right = accepted(tea);
    say(wrong, right);
    expect(() => say(wrong, accepted(tea))).toThrow(/already-reissued/);
    expect(refusal(() => say(refused(tea), right))).toEqual(['accepted stand-in-earlier']);
    const corrected = issue(tea);
    issue({ ...tea, kind: 'creditNote', corrects: [{ number: corrected.number }], reason: 'x' });
    reject(corrected);
    expect(refusal(() => say(corrected, accepted(tea)))).toEqual(['accepted stand-in-named']);
    const old = refused(tea);
    const given = accepted(tea);
    clock.set(clock.now() + 31 * day);
    expect(refusal(() => say(old, given))).toEqual(['accepted stand-in-closed']);
  });
});
