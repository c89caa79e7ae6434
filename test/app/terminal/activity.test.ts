import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { activityCommands } from '../../../main/app/commands/people/activity.ts';
import { createDispatch, type Handlers } from '../../../main/base/platform/dispatch.ts';
import { Revisions } from '../../../main/base/platform/revisions.ts';
import type { AuditAction } from '../../../main/books/ledger/audit/audit-actions.ts';
import { createReportFiles } from '../../../main/till/table-files/report-files.ts';
import type { KnownAction } from '../../../shared/activity.ts';
import { contract, isCommandName } from '../../../shared/contract/index.ts';
import { describeAction } from '../../../shared/words/activity.ts';
import { actions as english } from '../../../shared/words/en/activity.ts';
import { makeShop } from '../../books/corrections/shop.ts';
import { testFolder, testLedger } from '../../books/ledger/support.ts';
import { byCashier, cashier, manager } from '../../support/run/callers.ts';
import { tamper } from '../../support/tamper.ts';

/** The time is 10:00 in Riyadh. */
const morning = Date.parse('2026-11-22T07:00:00Z');
const [today, tomorrow] = ['2026-11-22', '2026-11-23'];

function openShop(file = path.join(testFolder(), 'ledger.db')) {
  const shop = makeShop(testLedger(file));
  const { ledger, clock } = shop;
  clock.set(morning);
  const reportFiles = createReportFiles();
  onTestFinished(reportFiles.close);
  const commands = activityCommands({
    environment: { ledger },
    terminal: { clock, reportFiles },
    till: undefined,
  });
  const list = (query: Parameters<(typeof commands)['activity.list']>[0] = {}) => {
    const { lines, next } = commands['activity.list'](query, manager) as {
      lines: { by: string; action: string; document?: { number: string }; about?: string; id: number }[];
      next?: number;
    };
    return {
      lines: lines.map(({ by, action, document, about }) => [by, document?.number ?? about ?? action]),
      next,
    };
  };
  return { ...shop, file, commands, list };
}

const lineOf = (name: string, price: string) => ({ name, quantity: 1, unitPrice: price });

/** Makes a shop with a discounted sale, a credit note for it that a manager approved, and actions of a day later. */
function filledShop() {
  const shop = openShop();
  const { issue, noteFor, ledger, clock } = shop;
  const sold = issue({ lines: [{ ...lineOf('قهوة | Coffee', '20.00'), discount: { amount: '2.00' } }] });
  const approval = { by: 'Mona', reason: '=cmd|calc', limits: ['refund' as const] };
  issue(noteFor(sold.uuid, [1, '1']), undefined, { ...byCashier, approval });
  clock.set(morning + 86_400_000);
  ledger.tillActions.write({
    at: clock.now(),
    by: byCashier,
    action: 'basket-discarded',
    detail: { total: 900 },
  });
  ledger.audit.write({
    at: clock.now(),
    actor: '=Mona',
    action: 'person-removed',
    detail: { name: '@Sami' },
  });
  return shop;
}

describe('the activity page', () => {
  it.each([
    ['ahead', morning + 400 * 86_400_000],
    ['behind', Date.parse('2020-01-01T00:00:00Z')],
  ])('finds the lines of a day in which the clock was far %s for a while', (_, wrong) => {
    const { list, ledger } = openShop();
    const write = (at: number, name: string, lines: number) => {
      for (let line = 0; line < lines; line += 1)
        ledger.audit.write({ at, actor: 'Mona', action: 'signed-in', detail: { name } });
    };
    for (const [before, during, after] of [
      [40, 60, 3],
      [3, 60, 40],
      [30, 40, 30],
    ] as const) {
      write(morning, 'before', before);
      write(wrong, 'wrong', during);
      write(morning + 3_600_000, 'after', after);
    }
    const found: unknown[] = [];
    const days = { from: today, to: today };
    for (let page = list(days); ; page = list({ ...days, before: page.next })) {
      found.push(...page.lines.map(([, name]) => name));
      if (page.next === undefined) break;
    }
    expect([found.length, new Set(found)]).toEqual([146, new Set(['before', 'after'])]);
  });

  it('finds lines by kind, person, day and words', () => {
    const { list } = filledShop();
    const all = [
      ['=Mona', '@Sami'],
      ['Sami', 'basket-discarded'],
      ['Sami', 'T1-000002'],
      ['Sami', 'T1-000001'],
    ];
    expect(list()).toEqual({ lines: all });
    expect(list({ group: 'sales' }).lines).toEqual([all[3]]);
    expect(list({ group: 'returns' }).lines).toEqual([all[2]]);
    expect(list({ group: 'removed' }).lines).toEqual([all[1]]);
    expect(list({ group: 'agreed' }).lines).toEqual([all[2], all[3]]);
    expect(list({ group: 'people', by: 'Sami' }).lines).toEqual([]);
    expect(list({ by: '=Mona' }).lines).toEqual([all[0]]);
    expect(list({ from: today, to: today }).lines).toEqual([all[2], all[3]]);
    expect(list({ from: tomorrow, to: tomorrow }).lines).toEqual([all[0], all[1]]);
    expect(list({ text: 't1-000001' }).lines).toEqual([all[3]]);
    expect(list({ text: 'CMD' }).lines).toEqual([all[2]]);
  });

  it('names a manager who agreed, a discount, and everybody in the log', () => {
    const { commands } = filledShop();
    const { lines } = commands['activity.list']({}, manager) as { lines: object[] };
    expect(lines[2]).toMatchObject({ approvedBy: 'Mona', amount: 1_800, document: { kind: 'creditNote' } });
    expect(lines[3]).toMatchObject({ discount: 200, currency: 'SAR' });
    expect(commands['activity.people']({}, manager)).toEqual({ names: ['=Mona', 'Sami'] });
  });

  it('looks a part of a long log through at a time, and says where to go on', () => {
    const { list, ledger, clock } = openShop();
    const write = (actor: string) => ledger.audit.write({ at: clock.now(), actor, action: 'signed-in' });
    ledger.chain.exclusively(() => {
      write('Rare');
      for (let i = 0; i < 10_001; i += 1) write('Often');
    });
    const first = list({ by: 'Rare' });
    expect(first).toEqual({ lines: [], next: expect.any(Number) });
    expect(list({ by: 'Rare', before: first.next })).toEqual({ lines: [['Rare', 'signed-in']] });
    expect(list({ by: 'Often' }).lines).toHaveLength(100);
  });

  it('is saved as CSV in which no text is a formula, and that is a line of the log', async () => {
    const { commands, list } = filledShop();
    const { base64, fileName } = await commands['activity.export'](
      { from: today, to: tomorrow, format: 'csv', language: 'en' },
      manager,
    );
    expect(fileName).toBe(`Activity ${today} ${tomorrow}.csv`);
    const rows = parse(Buffer.from(base64, 'base64'), { bom: true });
    expect(rows).toHaveLength(5);
    expect(rows[1]?.slice(2, 8)).toEqual(["'=Mona", 'Person removed', '', '', '', "'@Sami"]);
    expect(rows[3]?.slice(1, 9)).toEqual([
      ...['2026-11-22 10:00:00', 'Sami', 'Issued', 'T1-000002', '18.00', 'SAR'],
      ...[expect.any(String), 'Mona'],
    ]);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+@]/);
    expect(list().lines[0]).toEqual(['Mona', 'activity']);
  });

  it('is proved, and a line that was altered is found', async () => {
    const { commands, file, ledger } = filledShop();
    expect(await commands['activity.check']({}, manager)).toEqual({ lines: 4, documents: 2, faults: 0 });
    tamper(file, "UPDATE audit SET actor = 'Nobody' WHERE id = 3");
    expect(await commands['activity.check']({}, manager)).toMatchObject({ broken: 3 });
    expect(ledger.checkRecords()).toMatchObject({ broken: 3 });
  });

  it('has words for every action of the log', () => {
    // The types make sure that nothing is missing or superfluous.
    const written: Readonly<Record<AuditAction, string>> = english;
    const knownActions: readonly AuditAction[] = Object.keys(written) as KnownAction[];
    for (const action of knownActions) expect(describeAction(action, 'ar')).toMatch(/[\u0600-\u06FF]/);
    expect(describeAction('of-a-later-version', 'ar')).toBe('of-a-later-version');
  });
});

describe('the pages of a manager', () => {
  it('are refused to a cashier who asks for them by command', async () => {
    const dispatch = createDispatch(
      () => ({}) as Handlers,
      { error: () => {}, info: () => {} } as never,
      new Revisions(),
    );
    const areas =
      /^(takings|report|activity|month|maintenance|goLive)\.|^article\.(?!list|groups|get)|^invoice\.sums|^buyer\.(list|save|remove|merge|export|import)/;
    const names = Object.keys(contract).filter((name) => areas.test(name));
    expect(names.length).toBeGreaterThan(35);
    for (const name of names)
      if (isCommandName(name))
        expect([name, await dispatch(name, {}, cashier)]).toEqual([
          name,
          { ok: false, failure: expect.objectContaining({ code: 'not-allowed' }) },
        ]);
  });
});
