import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopAlarms } from '../../../../main/app/environment/monitor/shop-alarms.ts';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import type { StoredReport } from '../../../../main/books/ledger/shifts/shifts.ts';
import type { Outcome } from '../../../../main/gateway/outcome.ts';
import { type Alarm, leadsTo } from '../../../../shared/alarm.ts';
import { describeAlarm } from '../../../../shared/words/alarms.ts';
import { documentFor, newEntry } from '../../../books/ledger/sample.ts';
import { testFolder } from '../../../books/ledger/support.ts';
import { ledgerIn } from '../../../support/new-ledger.ts';
import { reported, reportedWithWarning } from '../../../support/run/outcomes.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 10, 30, 9);

describe('remarks of the authority', () => {
  let ledger: Ledger;
  beforeEach(() => {
    ledger = ledgerIn(join(testFolder(), 'ledger.db'), 'training');
  });
  afterEach(() => ledger.close());

  const append = () =>
    ledger.chain.append(
      newEntry({ documentFor: (link) => documentFor(link, { issuedAt: now, dueAt: now + day }) }),
    );

  function accept(outcome: Outcome): void {
    append();
    const [claimed] = ledger.queue.claimDue(now, 1, minute);
    if (claimed === undefined) throw new Error('nothing was due');
    ledger.queue.settle(claimed, outcome, { state: 'accepted' }, now);
  }
  const remark = (code: string): Outcome =>
    ({
      ...reported,
      warnings: [{ type: 'WARNING', code, message: 'as the authority says it' }],
    }) as Outcome;
  const alarms = () => shopAlarms({ ledger }, now);

  it('that begin are told with their codes, their share of the last fifty, and the newest number', () => {
    for (let each = 0; each < 60; each += 1) accept(reported);
    expect(alarms()).toEqual([]);
    accept(reportedWithWarning);
    accept(remark('BR-KSA-F-99'));
    expect(alarms()).toMatchObject([
      {
        kind: 'remarks',
        level: 'amber',
        why: 'content',
        count: 2,
        of: 50,
        number: 'T1-000062',
        messages: [{ code: 'BR-KSA-F-99' }, { code: 'BR-KSA-98' }],
      },
    ]);
    for (const language of ['ar', 'en'] as const) {
      const { says } = describeAlarm(alarms()[0] as Alarm, language);
      expect(says).toContain('BR-KSA-F-99: as the authority says it');
      expect(says).not.toContain('{');
    }
    for (let each = 0; each < 50; each += 1) accept(reported);
    expect(alarms()).toEqual([]);
  });

  it.each([
    'invalid-digital-signature',
    'certificate-permissions',
    'certificate-issuer-name',
    'signed-properties-hashing',
    'invalid-invoice-hash',
    'KSA_QRCODE_INVALID',
  ])('on the stamp or the certificate are red: %s', (code) => {
    accept(remark(code));
    accept(remark('BR-KSA-98'));
    const [alarm] = alarms();
    expect(alarm).toMatchObject({ kind: 'remarks', level: 'red', why: 'stamp', count: 2, of: 2 });
    expect(leadsTo(alarm as Alarm)).toBe('certificate');
  });

  it('are sought among documents that wait too', () => {
    accept(reportedWithWarning);
    for (let each = 0; each < 150; each += 1) append();
    expect(alarms()).toMatchObject([{ kind: 'remarks', count: 1, of: 1 }]);
  });
});

describe('a shift', () => {
  const closed = (difference: number | undefined, overrides: number): StoredReport => ({
    number: 7,
    closedAt: now - day / 2,
    closedBy: 'Ali',
    hash: '',
    report: { beside: { overrides: { count: 1, difference: overrides } }, cash: { difference } },
  });
  const alarms = (last: StoredReport | undefined, more: object = {}, at = now) =>
    shopAlarms(
      {
        ledger: {
          shifts: { reports: () => (last === undefined ? [] : [last]), countOutside: () => 3 },
          documents: { remarks: () => undefined },
        },
        ...more,
      },
      at,
    );

  it('whose drawer was short is told for a day, from one riyal on', () => {
    expect(alarms(closed(-5_25, 0))).toEqual([
      { kind: 'drawer-short', level: 'amber', amount: 525, shift: 7 },
    ]);
    for (const none of [closed(-99, 0), closed(5_00, 0), closed(undefined, 0), undefined])
      expect(alarms(none)).toEqual([]);
    expect(alarms(closed(-5_25, 0), {}, now + day)).toEqual([]);
  });

  it('in which prices were lowered is told unless a manager agrees to each', () => {
    const limits = (asks: string[]) => ({ limits: () => ({ asks }) });
    const cut = { kind: 'prices-cut', level: 'amber', amount: 12_00, shift: 7 };
    expect(alarms(closed(0, -12_00), limits(['drawer']))).toEqual([cut]);
    expect(alarms(closed(0, -12_00), limits(['price']))).toEqual([]);
    expect(alarms(closed(0, 12_00), limits([]))).toEqual([]);
  });

  it('that nobody opened is told where there are cashiers', () => {
    expect(alarms(undefined, { hasCashier: () => false })).toEqual([]);
    expect(alarms(undefined, { hasCashier: () => true })).toEqual([
      { kind: 'outside-shift', level: 'amber', count: 3 },
    ]);
  });
});
