import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../shared/alarm.ts';
import { isLate, isPatienceOver } from '../../shared/deadline.ts';
import { describeAlarm, describeForecast } from '../../shared/words/alarms.ts';
import { languages } from '../../shared/words/index.ts';

const nearestDeadline = '2026-11-20T10:00:00.000Z';
const every: Alarm[] = [
  { kind: 'deadline', level: 'amber', count: 3, hours: 4, nearestDeadline },
  { kind: 'late', level: 'red', count: 3, nearestDeadline },
  { kind: 'uncleared', level: 'amber', count: 3, nearestDeadline },
  { kind: 'parked', level: 'red', count: 3 },
  { kind: 'held', level: 'red', count: 3, why: 'credential' },
  { kind: 'held', level: 'red', count: 3, why: 'request' },
  { kind: 'refusals', level: 'red', count: 3 },
  { kind: 'clock', level: 'red', skewMs: 180_000 },
  { kind: 'clock', level: 'red', skewMs: -180_000 },
];

describe('an alarm in words', () => {
  it.each(languages)('says its facts and what to do, in %s', (language) => {
    for (const alarm of every) {
      const { says, advice } = describeAlarm(alarm, language);
      expect(says).toContain('3');
      expect(`${says} ${advice}`).not.toMatch(/[{}]/);
      expect(advice.length).toBeGreaterThan(10);
    }
    expect(new Set(every.map((alarm) => describeAlarm(alarm, language).says))).toHaveLength(every.length);
  });

  it('says how long the rest takes', () => {
    expect(describeForecast({ waiting: 2310, remainingMs: 13.2 * 60_000 }, 'en')).toBe(
      'At the present rate the last of 2310 will be sent in 14 min.',
    );
    expect(describeForecast({ waiting: 2310, remainingMs: 150 * 60_000 }, 'en')).toContain('2 h 30 min');
    expect(describeForecast({ waiting: 2310, remainingMs: 150 * 60_000 }, 'ar')).toMatch(/2310.*2.*30/);
  });
});

describe('a document and its deadline', () => {
  const report = { mode: 'reporting', state: 'waiting', dueAt: 1000 } as const;

  it('is late when it is past due, or was accepted after it', () => {
    expect(isLate(report, 999)).toBe(false);
    expect(isLate(report, 1000)).toBe(true);
    expect(isLate({ ...report, state: 'accepted', acceptedAt: 900 }, 5000)).toBe(false);
    expect(isLate({ ...report, state: 'accepted', acceptedAt: 1001 }, 5000)).toBe(true);
    expect(isLate({ ...report, state: 'rejected' }, 5000)).toBe(false);
  });

  it('is handed over uncleared when the buyer has waited long enough, and is not late by that', () => {
    const clearance = { ...report, mode: 'clearance' } as const;
    expect(isPatienceOver(clearance, 999)).toBe(false);
    expect(isPatienceOver({ ...clearance, state: 'sending' }, 1000)).toBe(true);
    expect(isPatienceOver({ ...clearance, state: 'accepted' }, 1000)).toBe(false);
    expect(isPatienceOver(report, 1000)).toBe(false);
    expect(isLate(clearance, 1000)).toBe(false);
  });
});
