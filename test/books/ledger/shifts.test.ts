import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import { newEntry, start } from './sample.ts';
import { failing, testFolder, testLedger } from './support.ts';

const sami = { name: 'Sami', role: 'cashier' } as const;
const huda = { name: 'Huda', role: 'manager' } as const;

const open = ({ shifts }: Ledger, float = 10_000) =>
  shifts.open({ id: randomUUID(), at: start, by: sami, float });
const close = ({ shifts }: Ledger, number: number, report: unknown = { sales: 0 }) =>
  shifts.close({ number, at: start + 1000, by: sami, makeReport: () => report });

describe('shifts', () => {
  it('are opened one after the other, and repeated once', () => {
    const ledger = testLedger();
    const { shifts } = ledger;
    expect(shifts.current()).toBeUndefined();
    const id = randomUUID();
    expect(shifts.open({ id, at: start, by: sami, float: 10_000 })).toBe(true);
    const opened = { number: 1, openedAt: start, openedBy: sami, float: 10_000 };
    expect(shifts.open({ id, at: start + 1, by: huda, float: 10_000 })).toBe(false);
    expect(shifts.current()).toEqual(opened);
    expect(() => shifts.open({ id, at: start + 1, by: sami, float: 5 })).toThrow(failing('money-differs'));
    expect(() => open(ledger)).toThrow(failing('shift-open'));
    close(ledger, 1);
    expect(shifts.current()).toBeUndefined();
    open(ledger);
    expect(shifts.current()?.number).toBe(2);
  });

  it('take the documents of people at the screen, and none of programs', () => {
    const ledger = testLedger();
    const before = ledger.chain.append(newEntry()).entry;
    open(ledger);
    const inside = ledger.chain.append(newEntry()).entry;
    const api = ledger.chain.append(newEntry({ by: { kind: 'program', name: 'Web shop' } })).entry;
    close(ledger, 1);
    const after = ledger.chain.append(newEntry()).entry;
    expect(ledger.shifts.documents(1).map(({ entry, by }) => [entry.uuid, by])).toEqual([
      [inside.uuid, 'Sami'],
    ]);
    expect(ledger.shifts.countDocuments(1)).toBe(1);
    const shiftOf = ({ icv }: { icv: number }) => ledger.facts.issuedBy(icv)?.shift;
    expect([before, inside, api, after].map(shiftOf)).toEqual([undefined, 1, undefined, undefined]);
    expect(ledger.facts.issuedBy(api.icv)).toEqual({ kind: 'program', name: 'Web shop' });
  });

  it('note a movement of cash once, and only while open', () => {
    const ledger = testLedger();
    const movement = {
      id: randomUUID(),
      at: start,
      by: huda,
      kind: 'out',
      amount: 500,
      reason: 'Water',
    } as const;
    expect(() => ledger.shifts.move(movement)).toThrow(failing('no-shift'));
    open(ledger);
    ledger.shifts.move(movement);
    ledger.shifts.move(movement);
    for (const other of [{ amount: 600 }, { kind: 'in' }, { reason: 'Tea' }] as const)
      expect(() => ledger.shifts.move({ ...movement, ...other })).toThrow(failing('money-differs'));
    expect(ledger.shifts.movements(1)).toEqual([movement]);
    close(ledger, 1);
    ledger.shifts.move(movement);
    expect(() => ledger.shifts.move({ ...movement, id: randomUUID() })).toThrow(failing('no-shift'));
  });

  it('stay open when their report cannot be made', () => {
    const ledger = testLedger();
    open(ledger);
    const makeReport = () => {
      throw new Error('broken');
    };
    expect(() => ledger.shifts.close({ number: 1, at: start, by: sami, makeReport })).toThrow('broken');
    expect(ledger.shifts.current()?.number).toBe(1);
    expect(() => close(ledger, 2)).toThrow(failing('no-shift'));
    expect(ledger.shifts.report(1)).toBeUndefined();
  });

  it('leave reports that are a chain, and lines of the audit log', () => {
    const ledger = testLedger();
    for (const number of [1, 2, 3]) {
      open(ledger);
      close(ledger, number, { number });
    }
    expect(ledger.shifts.verify()).toEqual({ reports: 3 });
    expect(ledger.shifts.reports({ limit: 2 }).map(({ report }) => report)).toEqual([
      { number: 3 },
      { number: 2 },
    ]);
    expect(ledger.shifts.reports({ before: 2, limit: 9 })).toMatchObject([{ number: 1, closedBy: 'Sami' }]);
    const [last] = ledger.audit.list({ limit: 1 });
    expect(last).toMatchObject({ action: 'shift-closed', detail: { hash: ledger.shifts.report(3)?.hash } });
  });
});

describe('who issued a document', () => {
  it('is written with it, how it was paid too, and with its line of the audit log', () => {
    const ledger = testLedger();
    const payments = [
      { means: 'cash', amount: 1000, tendered: 5000 },
      { means: 'card', amount: 150 },
    ];
    const { entry } = ledger.chain.append(newEntry({ payments }));
    expect(ledger.facts.issuedBy(entry.icv)).toEqual({ kind: 'person', name: 'Sami', role: 'cashier' });
    expect(ledger.facts.payments(entry.icv)).toEqual(payments);
    expect(ledger.audit.list({ limit: 1 })).toMatchObject([
      { actor: 'Sami', action: 'document-issued', detail: { icv: 1, hash: entry.hash, payments } },
    ]);
    expect(ledger.checkRecords()).toEqual({ entries: 1, documents: 1, findings: [] });
  });

  it('is gone with the document when the document cannot be issued', () => {
    const ledger = testLedger();
    const documentFor = () => {
      throw new Error('no key');
    };
    expect(() => ledger.chain.append(newEntry({ documentFor }))).toThrow('no key');
    expect(ledger.audit.head()).toBeUndefined();
    expect(ledger.facts.issuers()).toEqual([]);
  });
});

describe('another program with the file open', () => {
  it.each([
    [`UPDATE shift SET opening_float = 0`],
    [`DELETE FROM shift_report`],
    [`UPDATE shift_report SET report = '{}'`],
    [`INSERT OR REPLACE INTO shift_report VALUES (1, 0, 'x', '{}', '', '')`],
    [`INSERT INTO shift VALUES (4, 'x', 0, 'x', NULL, 0)`],
    [`INSERT INTO shift VALUES (3, 'x', 0, 'x', NULL, 0)`],
    [`UPDATE cash_movement SET amount = 0`],
    [`DELETE FROM cash_movement`],
    [
      `INSERT OR REPLACE INTO cash_movement SELECT id, 2, at, actor, role, kind, 0, reason FROM cash_movement`,
    ],
    [`INSERT INTO cash_movement VALUES ('x', 1, 0, 'x', NULL, 'in', 5, NULL)`],
    [`UPDATE payment SET amount = 0`],
    [`DELETE FROM payment`],
    [`INSERT OR REPLACE INTO payment VALUES (1, 0, 'cash', 0, NULL)`],
    [`INSERT INTO payment VALUES (1, 7, 'cash', 0, NULL)`],
  ])('cannot run %s', (sql) => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = testLedger(file);
    open(ledger);
    ledger.shifts.move({ id: 'a', at: start, by: sami, kind: 'in', amount: 5, reason: 'x' });
    ledger.chain.append(newEntry());
    close(ledger, 1);
    open(ledger);
    ledger.chain.append(newEntry());
    const raw = new BetterSqlite3(file);
    expect(() => raw.exec(sql)).toThrow();
    raw.close();
  });
});
