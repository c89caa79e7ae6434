import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMonitor, type Monitor } from '../../../../main/app/environment/monitor/monitor.ts';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import type { SubmissionQueue } from '../../../../main/books/ledger/queue/submission-queue.ts';
import type { PauseReason } from '../../../../main/sending/submission/pause.ts';
import { type Alarm, alarmSchema } from '../../../../shared/alarm.ts';
import type { Environment, SubmissionMode } from '../../../../shared/status.ts';
import { documentFor, newEntry } from '../../../books/ledger/sample.ts';
import { testFolder } from '../../../books/ledger/support.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { ledgerIn } from '../../../support/new-ledger.ts';
import { clearanceOff, noAnswer, reported } from '../../../support/run/outcomes.ts';

const minute = 60_000;
const hour = 60 * minute;

let clock: FakeClock;
let file: string;
let ledger: Ledger;
let watch: Monitor;
let alarms: Alarm[];
let woken: (string | undefined)[];
let submitter: { pauseReason: PauseReason | undefined; perSecond: number; wake: (reason?: string) => void };

function open(environment: Environment = 'training'): void {
  ledger = ledgerIn(file, environment);
  watch = createMonitor({
    environment,
    ledger,
    submitter,
    clock,
    onAlarm: (alarm) => alarms.push(alarmSchema.parse(alarm)),
    onError: (error) => {
      throw error;
    },
  });
  watch.start();
}

function close(): void {
  watch.stop();
  ledger.close();
}

beforeEach(() => {
  clock = new FakeClock();
  file = join(testFolder(), 'ledger.db');
  alarms = [];
  woken = [];
  submitter = { pauseReason: undefined, perSecond: 0, wake: (reason) => woken.push(reason) };
  open();
  return close;
});

function issue(mode: SubmissionMode = 'reporting', dueIn = 24 * hour): string {
  const issuedAt = clock.now();
  return ledger.chain.append(
    newEntry({ mode, documentFor: (link) => documentFor(link, { issuedAt, dueAt: issuedAt + dueIn }) }),
  ).entry.uuid;
}

function settle(outcome: typeof reported, decision: Parameters<SubmissionQueue['settle']>[2]): void {
  const [claimed] = ledger.queue.claimDue(clock.now(), 1, minute);
  if (claimed === undefined) throw new Error('nothing was due');
  ledger.queue.settle(claimed, outcome, decision, clock.now());
}

/** Lets hours pass while the machine sleeps. In each hour it is awake for one minute and checks twice. */
async function doze(hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 1) {
    clock.sleep(hour - minute);
    await clock.advance(minute);
  }
}

const written = (action: string) =>
  ledger.audit.list({ limit: 100 }).filter((entry) => entry.action === action);
const nearestOf = (uuid: string) => {
  const { number, submission } = ledger.documents.get(uuid) ?? {};
  return { uuid, number, nearestDeadline: new Date(submission?.dueAt ?? 0).toISOString() };
};

describe('deadlines', () => {
  it('are told at 12, 4 and 1 hours left and past due, once each', async () => {
    const nearest = nearestOf(issue());
    await clock.advance(30 * hour);
    expect(alarms).toEqual([
      { kind: 'deadline', level: 'amber', hours: 12, count: 1, ...nearest },
      { kind: 'deadline', level: 'amber', hours: 4, count: 1, ...nearest },
      { kind: 'deadline', level: 'red', hours: 1, count: 1, ...nearest },
      { kind: 'late', level: 'red', count: 1, ...nearest },
    ]);
    expect(written('deadline-alarm')).toHaveLength(4);
  });

  it('are told in groups', async () => {
    const nearest = nearestOf(issue());
    issue();
    issue();
    await clock.advance(12 * hour + minute);
    expect(alarms).toEqual([{ kind: 'deadline', level: 'amber', hours: 12, count: 3, ...nearest }]);
  });

  it('are neither repeated nor forgotten by a restart', async () => {
    issue();
    await doze(13);
    issue();
    close();
    await clock.advance(8 * hour);
    open();
    await clock.advance(hour);
    // The first document passed the four-hour mark while the program was closed; the second, issued later, has not
    // passed any mark yet.
    expect(alarms.map((alarm) => [alarm.kind, 'hours' in alarm && alarm.hours])).toEqual([
      ['deadline', 12],
      ['deadline', 4],
    ]);
  });

  it('that passed several thresholds at once are told of the tightest', async () => {
    issue();
    clock.sleep(25 * hour);
    await clock.advance(minute);
    expect(alarms.map(({ kind }) => kind)).toEqual(['late']);
  });

  it('are nothing to tell of once the document is accepted', async () => {
    issue();
    settle(reported, { state: 'accepted' });
    await doze(30);
    expect(alarms).toEqual([]);
    expect(watch.current()).toEqual([]);
  });

  it('are shown with each document in its tightest group, red first', async () => {
    const late = nearestOf(issue('reporting', hour));
    const soon = nearestOf(issue('reporting', 3 * hour));
    issue('reporting', 4 * hour);
    issue('reporting', 20 * hour);
    await clock.advance(hour);
    expect(watch.current()).toEqual([
      { kind: 'late', level: 'red', count: 1, ...late },
      { kind: 'deadline', level: 'amber', hours: 4, count: 2, ...soon },
    ]);
  });

  it('of a clearance are the minutes that a buyer waits; once it goes by reporting, those of a report', async () => {
    const uuid = issue('clearance', 5 * minute);
    await clock.advance(6 * minute);
    expect(alarms.splice(0)).toMatchObject([{ kind: 'uncleared', level: 'amber', count: 1 }]);
    const reportBy = clock.now() - 6 * minute + 24 * hour;
    settle(clearanceOff, { state: 'waiting', mode: 'reporting', reportBy, nextAt: clock.now() });
    expect(ledger.documents.timeline(uuid).at(-1)).toMatchObject({
      outcome: 'clearance-off',
      dueAt: new Date(reportBy).toISOString(),
    });
    await doze(30);
    expect(alarms.map((alarm) => [alarm.kind, 'hours' in alarm && alarm.hours])).toEqual([
      ['deadline', 12],
      ['deadline', 4],
      ['deadline', 1],
      ['late', false],
    ]);
  });

  it('are not passed by a clock that somebody set wrong', async () => {
    issue();
    watch.noteServerTime({ serverTime: clock.now(), begunAt: clock.now(), endedAt: clock.now() });
    clock.set(clock.now() + 48 * hour);
    await clock.advance(minute);
    expect(alarms.map(({ kind }) => kind)).toEqual(['clock']);
    clock.set(clock.now() - 48 * hour);
    await clock.advance(12 * hour);
    expect(alarms.map(({ kind }) => kind)).toEqual(['clock', 'deadline']);
  });

  it('that only a wrong clock had passed are told again when they pass', async () => {
    issue();
    clock.set(clock.now() + 48 * hour); // The gateway does not contradict.
    await clock.advance(minute);
    clock.set(clock.now() - 48 * hour);
    await clock.advance(minute);
    expect(watch.current()).toEqual([]);
    expect(alarms.map(({ kind }) => kind)).toEqual(['late']);
    alarms.length = 0;
    await doze(25);
    expect(alarms.map((alarm) => [alarm.kind, 'hours' in alarm && alarm.hours])).toEqual([
      ['deadline', 12],
      ['deadline', 4],
      ['deadline', 1],
      ['late', false],
    ]);
  });

  it('that passed stand in the document’s timeline where they passed', async () => {
    const uuid = issue();
    settle(noAnswer, { state: 'waiting', nextAt: clock.now() });
    await doze(25);
    settle(reported, { state: 'accepted' });
    expect(ledger.documents.timeline(uuid).map(({ event }) => event)).toEqual([
      'issued',
      'sent',
      'unanswered',
      'late',
      'sent',
      'answered',
    ]);
  });
});

describe('what lasts', () => {
  it('is told when it begins, and again when it begins anew', async () => {
    submitter.pauseReason = 'credential';
    issue();
    await clock.advance(hour);
    expect(alarms).toEqual([{ kind: 'paused', level: 'red', count: 1, why: 'credential' }]);
    expect(watch.current()).toEqual(alarms);
    submitter.pauseReason = undefined;
    await clock.advance(11 * minute);
    expect(watch.current()).toEqual([]);
    submitter.pauseReason = 'request';
    await clock.advance(minute);
    expect(alarms).toHaveLength(2);
    expect(written('alarm')).toHaveLength(2);
  });

  it('is told once where it comes and goes', async () => {
    issue();
    for (let i = 0; i < 100; i += 1) {
      submitter.pauseReason = i % 2 === 0 ? 'credential' : undefined;
      await clock.advance(minute);
    }
    expect(alarms).toHaveLength(1);
  });

  it('is no alarm where it mends itself: an outage, a gateway that asks for time', async () => {
    submitter.pauseReason = 'outage';
    await clock.advance(minute);
    submitter.pauseReason = 'busy';
    await clock.advance(minute);
    expect(alarms).toEqual([]);
  });

  it('is told of parked documents whenever there are more', async () => {
    issue();
    issue();
    settle(noAnswer, { state: 'parked' });
    await clock.advance(hour);
    settle(noAnswer, { state: 'parked' });
    await clock.advance(hour);
    expect(alarms.filter(({ kind }) => kind === 'parked')).toMatchObject([{ count: 1 }, { count: 2 }]);
  });
});

describe('refused credentials', () => {
  const refuse = (times: number) => {
    for (let i = 0; i < times; i += 1)
      ledger.credentialRejections.note({
        at: clock.now(),
        call: 'reporting',
        httpStatus: 401,
        code: 'invalid-credentials',
      });
  };

  beforeEach(() => {
    close();
    file = join(testFolder(), 'production.db');
    open('production');
  });

  it('that become more on production are told', async () => {
    refuse(1);
    await clock.advance(hour);
    expect(alarms).toEqual([]);
    refuse(4);
    await clock.advance(minute);
    expect(alarms).toEqual([{ kind: 'refusals', level: 'red', count: 4 }]);
  });

  it('that are as many as ever are not', async () => {
    for (let i = 0; i < 24; i += 1) {
      refuse(4);
      await doze(1);
    }
    alarms.length = 0;
    refuse(4);
    await clock.advance(minute);
    expect(alarms).toEqual([]);
  });

  it('are counted by cause', () => {
    refuse(2);
    ledger.credentialRejections.note({ at: clock.now(), call: 'clearance', httpStatus: 403, message: 'no' });
    expect(ledger.credentialRejections.countSince(clock.now())).toBe(3);
    expect(ledger.credentialRejections.countSince(clock.now() + 1)).toBe(0);
    expect(ledger.credentialRejections.causesSince(0)).toEqual([
      {
        call: 'reporting',
        httpStatus: 401,
        code: 'invalid-credentials',
        message: undefined,
        count: 2,
        lastAt: clock.now(),
      },
      { call: 'clearance', httpStatus: 403, code: undefined, message: 'no', count: 1, lastAt: clock.now() },
    ]);
  });
});

describe('after the machine slept or the clock was set', () => {
  it('the queue is woken at once', async () => {
    clock.sleep(8 * hour);
    await clock.advance(15_000);
    expect(woken).toEqual(['network']);
    clock.set(clock.now() - hour);
    await clock.advance(15_000);
    expect(woken).toEqual(['network', 'network']);
    expect(written('clock-set-back')).toMatchObject([{ detail: { byMs: hour } }]);
    clock.set(clock.now() + hour);
    await clock.advance(15_000);
    expect(woken).toEqual(['network', 'network', undefined]);
  });
});

describe('the forecast', () => {
  it('is what waits at the present rate', () => {
    for (let i = 0; i < 30; i += 1) issue();
    expect(watch.forecast()).toBeUndefined();
    submitter.perSecond = 0.5;
    expect(watch.forecast()).toEqual({ waiting: 30, remainingMs: 60_000 });
    submitter.pauseReason = 'outage';
    expect(watch.forecast()).toBeUndefined();
  });
});

it('wakes the queue twice a minute for what another program on the folder left there', async () => {
  await clock.advance(5 * minute);
  expect(woken).toEqual(Array.from({ length: 10 }, () => undefined));
});
