import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ledger, openArchive } from '../../../main/books/ledger/ledger.ts';
import { checkAudit } from '../../../main/till/shift/check-audit.ts';
import { createDrawer } from '../../../main/till/shift/drawer.ts';
import { takingsOf } from '../../../main/till/shift/takings-of.ts';
import { parseOrFail } from '../../../shared/failure.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testFolder } from '../../books/ledger/support.ts';
import { keptText } from '../../support/kept-text.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { byCashier } from '../../support/run/callers.ts';
import { tamper } from '../../support/tamper.ts';

/** Plays a shift with a sale, a return, cash paid out and a removed line, and opens the next one. */
function play(file: string): void {
  const ledger = ledgerIn(file);
  const { issue, noteFor, clock } = makeShop(ledger);
  const drawer = createDrawer(ledger, clock);
  drawer.open(randomUUID(), byCashier, 10_000);
  const saleId = randomUUID();
  const line = { key: 'a', name: 'Coffee', quantity: '1', price: '23.00' };
  const keep = (goods: (typeof line)[]) =>
    ledger.baskets.keep({ id: saleId, owner: byCashier.name, draft: keptText(), lines: 1, goods, at: 1 });
  keep([line, { ...line, key: 'b', name: 'Cake' }]);
  keep([line]);
  const sold = issue({ saleId, lines: [{ name: 'Coffee', quantity: 1, unitPrice: '23.00' }] });
  const paid = {
    id: randomUUID(),
    sale: randomUUID(),
    terminal: 'simulator',
    amount: 2_300,
    currency: 'SAR',
  };
  ledger.cards.ask({ ...paid, at: 1 }, byCashier);
  ledger.cards.answer(paid.id, { state: 'approved', taken: 2_300, lastFour: '0000' }, 2);
  const coffee = { name: 'Coffee', quantity: 1, unitPrice: '23.00' };
  issue({ saleId: paid.sale, lines: [coffee], payments: [{ means: 'card' }] });
  issue(noteFor(sold.uuid, [1, '1']));
  drawer.move({ id: randomUUID(), kind: 'out', amount: 500, reason: 'Water' }, byCashier);
  drawer.close(1, byCashier, [{ value: 500, count: 1 }]);
  drawer.open(randomUUID(), byCashier, 500);
  ledger.takings.learn(100, takingsOf(ledger.documents));
  ledger.close();
}

function checkAfter(...tampering: string[]) {
  const file = join(testFolder(), 'ledger.db');
  play(file);
  tamper(file, ...tampering);
  const ledger: Ledger = ledgerIn(file);
  const { broken, findings, ...counts } = checkAudit(ledger);
  ledger.close();
  return { broken, findings, ...counts };
}

describe('the check of the audit log', () => {
  test('finds nothing in a ledger that was left alone', () => {
    expect(checkAfter()).toMatchObject({ broken: undefined, findings: [], documents: 3, reports: 1 });
  });

  test.each<[string, string, { what: string; number: number }]>([
    [
      'the float',
      'UPDATE shift SET opening_float = 0 WHERE number = 2',
      { what: 'shift-differs', number: 2 },
    ],
    ['cash that was paid out', 'UPDATE cash_movement SET amount = 1', { what: 'shift-differs', number: 1 }],
    [
      'an amount paid',
      `UPDATE payment SET means = 'card' WHERE icv = 1`,
      { what: 'document-differs', number: 1 },
    ],
    ['a removed line', 'UPDATE document SET facts = NULL', { what: 'document-differs', number: 1 }],
    [
      'who issued',
      `UPDATE document SET by_name = 'Eve' WHERE icv = 2`,
      { what: 'document-differs', number: 2 },
    ],
    ['the shift', 'UPDATE document SET shift = NULL WHERE icv = 1', { what: 'report-differs', number: 1 }],
    [
      'a sum of the takings',
      `UPDATE takings SET amount = amount + 1 WHERE dimension = 'received'`,
      { what: 'takings-differ', number: 2 },
    ],
    [
      'a sum that is missing',
      `DELETE FROM takings WHERE dimension = 'person'`,
      { what: 'takings-differ', number: 1 },
    ],
    [
      'a figure of a report',
      `UPDATE shift_report SET report = json_set(report, '$.sales.total', 1)`,
      { what: 'report-broken', number: 1 },
    ],
  ])('finds a change of %s', (_, sql, finding) => {
    const { broken, findings } = checkAfter(sql);
    expect(broken).toBeUndefined();
    expect(findings).toContainEqual(finding);
  });

  test('names a damaged document once, and proves the rest', () => {
    const { broken, findings, documents } = checkAfter(
      "UPDATE body SET sale = x'00' WHERE icv = 1",
      'UPDATE cash_movement SET amount = 1',
    );
    expect([broken, documents]).toEqual([undefined, 3]);
    expect(findings).toEqual([
      { what: 'document-damaged', number: 1 },
      { what: 'shift-differs', number: 1 },
    ]);
  });

  test('finds nothing of what is issued while it reads', () => {
    const file = join(testFolder(), 'ledger.db');
    play(file);
    const ledger = ledgerIn(file);
    const { issue } = makeShop(ledger);
    const archive = openArchive(file);
    if (archive === undefined) throw new Error('the ledger has an older schema');
    const check = checkAudit({
      ...archive,
      checkRecords: () => {
        const records = archive.checkRecords();
        issue({ lines: [{ name: 'Tea', quantity: 1, unitPrice: '5.00' }] });
        return records;
      },
    });
    archive.close();
    ledger.close();
    expect(check).toMatchObject({ broken: undefined, findings: [], documents: 3 });
  });

  test('finds the first line that was rewritten', () => {
    expect(checkAfter(`UPDATE audit SET detail = '{}' WHERE id = 2`).broken).toBe(2);
  });
});

/**
 * Changes a stored report as if another program had written it. @returns true if the check of the audit log finds it
 */
function isFoundAfter(file: string, ...changes: [path: string, value: number][]): boolean {
  const set = changes.map(([path, value]) => `, '$.beside.${path}', ${value}`).join('');
  tamper(
    file,
    `UPDATE shift_report SET report = json_set(report${set}) WHERE number = (SELECT max(number) FROM shift_report)`,
  );
  const ledger = ledgerIn(file);
  const whats = checkAudit(ledger).findings.map(({ what }) => what);
  ledger.close();
  return whats.includes('report-differs');
}

const discountedTea = parseOrFail(saleSchema, {
  lines: [{ name: 'Tea', quantity: 3, unitPrice: '7.50' }],
  discount: { amount: '1.00' },
});
const cheaperTea = {
  lines: [{ name: 'Tea', quantity: '3', price: '7.5', was: '8', difference: -150 }],
  count: 1,
  difference: -150,
};

/** Plays a shift in which a sale with a discount and another price is rejected and issued again. Closes the shift. */
function playCorrection() {
  const file = join(testFolder(), 'ledger.db');
  const ledger = ledgerIn(file);
  const { issueParsed, reject, clock } = makeShop(ledger);
  const drawer = createDrawer(ledger, clock);
  drawer.open(randomUUID(), byCashier, 10_000);
  const refused = issueParsed(discountedTea, { overrides: cheaperTea });
  reject(refused);
  issueParsed(discountedTea, { overrides: cheaperTea, replaces: refused.uuid });
  const { report } = drawer.close(1, byCashier, undefined);
  ledger.close();
  return { file, report };
}

describe('a document that was refused and issued again', () => {
  test('counts once among the changed prices and the discounts of its shift', () => {
    const { report } = playCorrection();
    expect(report).toMatchObject({
      corrections: 1,
      beside: { discounted: 1, overrides: { count: 1, difference: -150 } },
    });
  });

  test.each([
    ['twice', 2, true],
    ['less often than there was one', 0, true],
  ])('in a stored report %s', (_, discounted, isFound) => {
    const { file } = playCorrection();
    expect(isFoundAfter(file, ['discounted', discounted])).toBe(isFound);
  });

  test.each([
    [2, -300, true],
    [1, -100, true],
    [2, -150, true],
  ])('in a stored report with %i changed prices of %i', (count, difference, isFound) => {
    const { file } = playCorrection();
    const changes = [
      ['overrides.count', count],
      ['overrides.difference', difference],
    ] satisfies [string, number][];
    expect(isFoundAfter(file, ...changes)).toBe(isFound);
  });

  test('in an earlier shift takes nothing off those of this one', () => {
    const ledger = ledgerIn(join(testFolder(), 'ledger.db'));
    const { issue, issueParsed, reject, clock } = makeShop(ledger);
    const drawer = createDrawer(ledger, clock);
    drawer.open(randomUUID(), byCashier, 10_000);
    const refused = issueParsed(discountedTea, { overrides: cheaperTea });
    reject(refused);
    drawer.close(1, byCashier, undefined);
    drawer.open(randomUUID(), byCashier, 10_000);
    issue({ lines: [{ name: 'Tea', quantity: 3, unitPrice: '8.00' }] }, refused.uuid);
    issueParsed(discountedTea, { overrides: cheaperTea });
    const { report } = drawer.close(2, byCashier, undefined);
    expect(report.beside).toMatchObject({ discounted: 1, overrides: { count: 1, difference: -150 } });
    expect(checkAudit(ledger).findings).toEqual([]);
    ledger.close();
  });
});

describe('a basket that was discarded and sold after all', () => {
  test.each([
    ['with its sum', 1, 2_300, true],
    ['with another sum', 1, 2_200, true],
    ['without its sum', 1, 0, true],
  ])('in a stored report that counts it %s', (_, count, total, isFound) => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = ledgerIn(file);
    const { issue, clock } = makeShop(ledger);
    const drawer = createDrawer(ledger, clock);
    drawer.open(randomUUID(), byCashier, 10_000);
    const id = randomUUID();
    const goods = [{ key: 'a', name: 'Coffee', quantity: '1', price: '23.00' }];
    const kept = { id, owner: byCashier.name, at: 1 };
    ledger.baskets.keep({ ...kept, draft: keptText(), lines: 1, goods });
    ledger.baskets.discard(kept);
    ledger.baskets.keep({ ...kept, draft: keptText(), lines: 1, goods });
    issue({ saleId: id, lines: [{ name: 'Coffee', quantity: 1, unitPrice: '23.00' }] });
    expect(drawer.close(1, byCashier, undefined).report.beside.abandoned).toEqual({ count: 0, total: 0 });
    ledger.close();
    expect(isFoundAfter(file, ['abandoned.count', count], ['abandoned.total', total])).toBe(isFound);
  });
});
