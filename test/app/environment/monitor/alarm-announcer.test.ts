import { expect, test } from 'vitest';
import { createAlarmAnnouncer } from '../../../../main/app/environment/monitor/alarm-announcer.ts';
import type { Alarm } from '../../../../shared/alarm.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

/* Tests that each lasting alarm is announced once. Each card payment that was charged after all is a separate alarm. */

const late = (payment: string): Alarm => ({
  kind: 'card-late',
  level: 'red',
  payment,
  amount: 2_800,
  currency: 'SAR',
});

test('a second late payment is announced beside the first, and each once', () => {
  const clock = new FakeClock();
  const heard: Alarm[] = [];
  const written: unknown[] = [];
  const { announce } = createAlarmAnnouncer({
    audit: { write: (line: { detail?: unknown }) => written.push(line.detail) } as never,
    clock,
    onAlarm: (alarm) => heard.push(alarm),
  });
  announce([late('one')]);
  announce([late('one')]);
  announce([late('one'), late('two')]);
  announce([late('two'), late('one')]);
  expect(heard).toEqual([late('one'), late('two')]);
  expect(written).toEqual(heard);
});

test('payments of unknown end and those that no document took are announced apart', () => {
  const heard: Alarm[] = [];
  const { announce } = createAlarmAnnouncer({
    audit: { write: () => undefined } as never,
    clock: new FakeClock(),
    onAlarm: (alarm) => heard.push(alarm),
  });
  const card = (why: 'unresolved' | 'unclaimed'): Alarm => ({ kind: 'card', level: 'amber', count: 1, why });
  announce([card('unresolved')]);
  announce([card('unresolved'), card('unclaimed')]);
  expect(heard).toEqual([card('unresolved'), card('unclaimed')]);
});
