import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMonitor } from '../../../main/app/environment/monitor/monitor.ts';
import { type Ledger, openLedger } from '../../../main/books/ledger/ledger.ts';
import { createSubmitter, type Submitter } from '../../../main/sending/submission/submitter.ts';
import type { Alarm } from '../../../shared/alarm.ts';
import { documentFor, newEntry } from '../../books/ledger/sample.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { hour, minute, second } from './shop.ts';
import { SlowAuthority, seeded } from './slow-authority.ts';

/*
 * Tests days and weeks of a shop within seconds, with a real ledger and submitter, a fake clock, and an authority with
 * bad days.
 */

const day = 24 * hour;

let clock: FakeClock;
let ledger: Ledger;
let authority: SlowAuthority;
let submitter: Submitter;
let random: () => number;

/** Simulates a power failure of the newest submitter, after which its work no longer reaches the ledger. */
let cutPower: () => void;

function openSubmitter(): Submitter {
  let dead = false;
  cutPower = () => {
    dead = true;
  };
  return createSubmitter({
    ledger: {
      ...ledger,
      queue: {
        ...ledger.queue,
        settleAndClaim: (update, request) => (dead ? [] : ledger.queue.settleAndClaim(update, request)),
        nextWakeAt: () => (dead ? undefined : ledger.queue.nextWakeAt()),
      },
    },
    clock,
    random,
    send: authority.send,
    onChange: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
}

beforeEach(() => {
  clock = new FakeClock();
  random = seeded(20261120);
  ledger = openLedger(':memory:', { environment: 'training' });
  authority = new SlowAuthority(clock, random);
  submitter = openSubmitter();
});

afterEach(async () => {
  const stopped = submitter.stop();
  await clock.advance(minute);
  await stopped;
  ledger.close();
});

function issue(dueIn = day): string {
  const issuedAt = clock.now();
  const { entry } = ledger.chain.append(
    newEntry({ documentFor: (link) => documentFor(link, { issuedAt, dueAt: issuedAt + dueIn }) }),
  );
  return entry.uuid;
}

/** Sells one document at each interval for this long. Each is sent at once if possible. */
async function sell(forMs: number, everyMs: number): Promise<string[]> {
  const uuids: string[] = [];
  for (const end = clock.now() + forMs; clock.now() < end; ) {
    uuids.push(issue());
    submitter.wake();
    await clock.advance(everyMs);
  }
  return uuids;
}

const submissionOf = (uuid: string) =>
  ledger.documents.get(uuid)?.submission ?? expect.fail('not in the ledger');
/** Returns the documents that reached the authority only after their deadline. */
const late = (uuids: readonly string[]) =>
  uuids.filter(
    (uuid) => (authority.acceptedAt.get(uuid) ?? Number.POSITIVE_INFINITY) > submissionOf(uuid).dueAt,
  );

function expectAllAcceptedOnce(uuids: readonly string[]): void {
  expect(ledger.search.counts()).toMatchObject({ waiting: 0, parked: 0, rejected: 0 });
  expect(new Set(authority.acceptedAt.keys())).toEqual(new Set(uuids));
  expect(authority.changed).toEqual([]);
}

const daysAway = 3;
describe(`a shop without a network for ${daysAway} days`, () => {
  it('loses nothing, is told in time, and has all sent within minutes when it is back', async () => {
    const alarms: Alarm[] = [];
    const watch = createMonitor({
      environment: 'training',
      ledger,
      submitter,
      clock,
      onAlarm: (alarm) => alarms.push(alarm),
      onError: (error) => {
        throw error;
      },
    });
    watch.start();
    submitter.start();
    const before = await sell(6 * hour, 10 * minute);
    authority.away = 30 * second;
    const callsBefore = authority.calls.length;
    const during = await sell(daysAway * day, 10 * minute);
    // The gateway is called about once per minute, no matter how many documents wait.
    expect(authority.calls.length - callsBefore).toBeLessThan((1.1 * daysAway * day) / minute);
    const back = clock.now();
    authority.away = undefined;
    const after = await sell(2 * hour, 10 * minute);
    expectAllAcceptedOnce([...before, ...during, ...after]);
    for (const uuid of during) expect(authority.acceptedAt.get(uuid)).toBeLessThan(back + 3 * minute);
    // The late documents are exactly those that were due during the outage.
    expect(late([...before, ...during, ...after])).toEqual(
      during.filter((uuid) => submissionOf(uuid).dueAt <= back),
    );
    const told = (kind: Alarm['kind'], hours?: number) =>
      alarms
        .filter(
          (alarm) =>
            alarm.kind === kind && (hours === undefined || ('hours' in alarm && alarm.hours === hours)),
        )
        .reduce((sum, alarm) => sum + ('count' in alarm ? alarm.count : 0), 0);
    expect(told('late')).toBe(late(during).length);
    expect(told('deadline', 12)).toBe(
      during.filter((uuid) => submissionOf(uuid).dueAt <= back + 12 * hour).length,
    );
    watch.stop();
  });
});

const many = 10_000;
describe(`${many} documents waiting`, () => {
  it('are sent nearest deadline first, at the rate that the concurrency allows', async () => {
    const uuids = Array.from({ length: many }, (_, i) => issue(hour + ((i * 7919) % many) * second));
    const start = clock.now();
    submitter.start();
    await clock.advance(10 * minute);
    expectAllAcceptedOnce(uuids);
    const seconds = (Math.max(...authority.acceptedAt.values()) - start) / second;
    const allowed = 8 / (authority.answersAfter / second);
    expect(uuids.length / seconds / allowed).toBeGreaterThan(0.9);
    expect(authority.mostAtOnce).toBe(8);
    expect(authority.calls).toHaveLength(uuids.length);
    const deadlines = authority.calls.map(({ dueAt }) => dueAt);
    expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b));
  });
});

describe('a night in Ramadan', () => {
  it('goes through an authority that is slow, fails and loses answers, within the hour', async () => {
    submitter.start();
    authority.answersAfter = 400;
    const quiet = await sell(hour, 20 * second);
    Object.assign(authority, { answersAfter: 3_000, failing: 0.1, losing: 0.05 });
    const rush = await sell(3 * hour, 3 * second);
    Object.assign(authority, { answersAfter: 100, failing: 0, losing: 0 });
    const end = await sell(hour, 20 * second);
    await clock.advance(hour);
    const all = [...quiet, ...rush, ...end];
    expectAllAcceptedOnce(all);
    for (const uuid of all) {
      const { issuedAt = 0 } = ledger.documents.get(uuid) ?? {};
      expect((authority.acceptedAt.get(uuid) ?? 0) - issuedAt).toBeLessThan(hour);
    }
    expect(authority.calls.length).toBeLessThan(1.4 * all.length);
  });
});

describe('an authority that takes one request in a second', () => {
  it('gets all by deadline, nothing late that could have been in time, with few calls in vain', async () => {
    // The first group is already late, the second can just be sent in time at this rate, and the third has hours to
    // spare.
    const lost = Array.from({ length: 500 }, () => issue(-hour));
    const tight = Array.from({ length: 1_500 }, (_, i) => issue(40 * minute + i * second));
    const easy = Array.from({ length: 1_000 }, () => issue(20 * hour));
    authority.perSecond = 1;
    submitter.start();
    await clock.advance(3 * hour);
    const all = [...lost, ...tight, ...easy];
    expectAllAcceptedOnce(all);
    expect(late(all)).toEqual(lost);
    expect(authority.calls.length).toBeLessThan(1.3 * all.length);
    const order = [...authority.acceptedAt.keys()].map((uuid) => submissionOf(uuid).dueAt);
    const inTime = order.slice(0, tight.length + easy.length);
    // At most every other call is for a refused document, so its neighbour may be sent before it.
    const sorted = inTime.toSorted((a, b) => a - b);
    const overtaken = inTime.map((dueAt, index) => Math.abs(dueAt - (sorted[index] ?? 0)));
    expect(Math.max(...overtaken)).toBeLessThanOrEqual(5 * second);
  });
});

describe('a program that dies while it sends', () => {
  it('sends again what was under way, and the authority has each document once', async () => {
    const uuids = Array.from({ length: 500 }, () => issue());
    for (let life = 0; life < 20; life += 1) {
      submitter.start();
      await clock.advance(200);
      cutPower();
      submitter = openSubmitter();
    }
    submitter.start();
    await clock.advance(minute);
    expectAllAcceptedOnce(uuids);
    expect(authority.calls.length).toBeGreaterThan(uuids.length);
  });
});

const days = 21;
describe(`${days} days`, () => {
  it('with outages, nights asleep and a clock that is set, end with everything sent once and in time', async () => {
    submitter.start();
    const uuids: string[] = [];
    for (let today = 0; today < days; today += 1) {
      authority.failing = today % 3 === 0 ? 0.3 : 0;
      authority.perSecond = today % 5 === 0 ? 0.2 : Number.POSITIVE_INFINITY;
      authority.away = today % 4 === 1 ? 30 * second : undefined;
      uuids.push(...(await sell(8 * hour, 5 * minute)));
      authority.away = undefined;
      uuids.push(...(await sell(4 * hour, 5 * minute)));
      clock.sleep(11 * hour);
      if (today % 7 === 6) clock.set(clock.now() + 3 * minute);
      await clock.advance(hour);
    }
    await clock.advance(hour);
    expectAllAcceptedOnce(uuids);
    expect(late(uuids)).toEqual([]);
    // The limit allows for calls that fail by chance, and for one call per minute of each outage, which happens every
    // fourth day.
    expect(authority.calls.length).toBeLessThan(
      1.3 * uuids.length + (1.1 * Math.floor((days + 2) / 4) * 8 * hour) / minute,
    );
  });
});
