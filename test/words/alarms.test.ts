import { describe, expect, it } from 'vitest';
import { type Alarm, ledgerRefusals } from '../../shared/alarm.ts';
import { isClearanceOverdue, isLate } from '../../shared/values/deadline.ts';
import { describeAlarm, describeForecast } from '../../shared/words/alarms.ts';
import { type Language, languages } from '../../shared/words/index.ts';

const nearestDeadline = '2026-11-20T10:00:00.000Z';
const nearest = { nearestDeadline, number: 'T1-000042', uuid: '3f2a8c51-9d0e-4b7a-8c13-5e6f7a8b9c0d' };
const counting: Alarm[] = [
  { kind: 'deadline', level: 'amber', count: 3, hours: 4, ...nearest },
  { kind: 'late', level: 'red', count: 3, ...nearest },
  { kind: 'uncleared', level: 'amber', count: 3, ...nearest },
  { kind: 'parked', level: 'red', count: 3 },
  { kind: 'paused', level: 'red', count: 3, why: 'credential' },
  { kind: 'paused', level: 'red', count: 3, why: 'request' },
  { kind: 'refusals', level: 'red', count: 3 },
  { kind: 'clock', level: 'red', skewMs: 180_000 },
  { kind: 'clock', level: 'red', skewMs: -180_000 },
];
const every: Alarm[] = [
  ...counting,
  ...ledgerRefusals.map((why): Alarm => ({ kind: 'ledger', level: 'red', why })),
  { kind: 'card-late', level: 'red', payment: 'R1', amount: 11_500, currency: 'SAR' },
  { kind: 'card-late', level: 'red', back: true, payment: 'R2', amount: 11_500, currency: 'SAR' },
  { kind: 'witness', level: 'amber', since: nearestDeadline },
  { kind: 'backup', level: 'amber', why: 'disk-full' },
  { kind: 'backup', level: 'amber', why: 'document-damaged' },
  { kind: 'update', level: 'amber', why: 'waiting' },
  { kind: 'update', level: 'amber', why: 'failed' },
  { kind: 'integrations', level: 'red', why: 'broken' },
  { kind: 'integrations', level: 'red', why: 'closed' },
  { kind: 'integrations', level: 'amber', why: 'certificate-ends' },
  { kind: 'integrations', level: 'red', why: 'certificate-ended' },
];

/** Returns the texts for each of these counts. */
const saying = (language: Language, make: (count: number) => Alarm, counts: readonly number[]) =>
  counts.map((count) => describeAlarm(make(count), language).says);
const late = (count: number): Alarm => ({ kind: 'late', level: 'red', count, ...nearest });
const paused = (count: number): Alarm => ({ kind: 'paused', level: 'red', count, why: 'request' });
const refused = (count: number): Alarm => ({ kind: 'refusals', level: 'red', count });

describe('an alarm in words', () => {
  it.each(languages)('says its facts and what to do, in %s', (language) => {
    for (const alarm of every) {
      const { says, advice } = describeAlarm(alarm, language);
      if (counting.includes(alarm)) expect(says).toContain('3');
      expect(`${says} ${advice}`).not.toMatch(/[{}]/);
      expect(advice.length).toBeGreaterThan(10);
    }
    expect(new Set(every.map((alarm) => describeAlarm(alarm, language).says))).toHaveLength(every.length);
  });

  it('says how long the rest takes', () => {
    expect(describeForecast({ waiting: 2310, remainingMs: 13.2 * 60_000 }, 'en')).toBe(
      'At the present rate the last of 2,310 will be sent in 14 min.',
    );
    const inMinutes = (remaining: number, language: Language, waiting = 2310) =>
      describeForecast({ waiting, remainingMs: remaining * 60_000 }, language);
    expect(inMinutes(0, 'en')).toContain('in 1 min.');
    expect(inMinutes(150, 'en')).toContain('in 2 h 30 min.');
    expect(inMinutes(120, 'en')).toContain('in 2 h.');
    expect(inMinutes(4000, 'en')).toContain('in 3 days.');
    expect(inMinutes(1, 'en', 1)).toBe('At the present rate the one that waits will be sent in 1 min.');
    expect(inMinutes(150, 'ar')).toBe('بالمعدل الحالي يكتمل إرسال 2,310 مستندات خلال ساعتين و30 دقيقة.');
    expect(inMinutes(1, 'ar', 1)).toBe('بالمعدل الحالي يُرسل المستند المنتظر خلال دقيقة واحدة.');
  });

  it('counts as its language does', () => {
    expect(saying('en', late, [1, 2310])).toEqual([
      'Not reported within 24 hours: 1 document.',
      'Not reported within 24 hours: 2,310 documents.',
    ]);
    expect(saying('ar', late, [1, 2, 3, 11, 100, 2310])).toEqual(
      ['مستند واحد', 'مستندين', '3 مستندات', '11 مستندًا', '100 مستند', '2,310 مستندات'].map(
        (documents) => `لم يُبلَّغ خلال 24 ساعة عن ${documents}.`,
      ),
    );
    expect(saying('en', refused, [1])[0]).toContain('certificate once in the last hour');
    expect(saying('en', paused, [0, 1, 2])).toEqual(
      ['', ' 1 document waits.', ' 2 documents wait.'].map(
        (rest) => `The authority refuses every request of this program.${rest}`,
      ),
    );
  });

  it('says a clock that is far off in days', () => {
    const skewMs = -3 * 24 * 60 * 60_000;
    expect(describeAlarm({ kind: 'clock', level: 'red', skewMs }, 'en').says).toContain('3 days behind');
    expect(describeAlarm({ kind: 'clock', level: 'red', skewMs }, 'ar').says).toContain('3 أيام');
  });
});

describe('a document and its deadline', () => {
  const report = { mode: 'reporting', state: 'waiting', dueAt: 1000 } as const;

  it('is late when it is past due, or was accepted after it', () => {
    expect(isLate(report, 999)).toBe(false);
    expect(isLate(report, 1000)).toBe(true);
    expect(isLate({ ...report, state: 'accepted' }, 5000)).toBe(false);
    expect(isLate({ ...report, state: 'accepted', late: true }, 5000)).toBe(true);
    expect(isLate({ ...report, state: 'rejected' }, 5000)).toBe(false);
  });

  it('is handed over uncleared when the buyer has waited long enough, and is not late by that', () => {
    const clearance = { ...report, mode: 'clearance' } as const;
    expect(isClearanceOverdue(clearance, 999)).toBe(false);
    expect(isClearanceOverdue({ ...clearance, state: 'sending' }, 1000)).toBe(true);
    expect(isClearanceOverdue({ ...clearance, state: 'accepted' }, 1000)).toBe(false);
    expect(isClearanceOverdue(report, 1000)).toBe(false);
    expect(isLate(clearance, 1000)).toBe(false);
  });
});
