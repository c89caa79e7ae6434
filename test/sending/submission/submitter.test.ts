import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ledger, openLedger } from '../../../main/books/ledger/ledger.ts';
import type { Submitter } from '../../../main/sending/submission/submitter.ts';
import { newEntry } from '../../books/ledger/sample.ts';
import { failing, testFolder } from '../../books/ledger/support.ts';
import {
  clearanceOff,
  cleared,
  credentialRefused,
  noAnswer,
  rejected,
  reported,
  requestRefused,
} from '../../support/run/outcomes.ts';
import { hour, minute, provideShop, second, shop } from './shop.ts';

provideShop();

describe('the submitter', () => {
  it('sends what is issued, when woken', async () => {
    shop.submitter.start();
    const uuid = shop.issue();
    shop.submitter.wake();
    await shop.submitter.idle();
    expect(shop.stateOf(uuid)).toBe('accepted');
    expect(shop.submitter.connection).toBe('online');
  });

  it('does not hold up whoever wakes it', () => {
    shop.submitter.start();
    shop.issue();
    shop.submitter.wake();
    expect(shop.sent).toEqual([]);
  });

  it('sends what waits from earlier, nearest deadline first', async () => {
    const [third, first, next] = [
      shop.issue({ dueIn: 3 * hour }),
      shop.issue({ dueIn: hour }),
      shop.issue({ dueIn: 2 * hour }),
    ];
    shop.submitter.start();
    await shop.submitter.idle();
    expect(shop.sent.map((claimed) => claimed.uuid)).toEqual([first, next, third]);
  });

  it('makes one call at first, then more at once while the answers are good, up to its most', async () => {
    const calls = shop.hold();
    const uuids = Array.from({ length: 20 }, () => shop.issue());
    shop.submitter.start();
    await shop.clock.advance(minute);
    const underWay: number[] = [];
    for (let i = 0; i < 20; i++) {
      underWay.push(calls.length - i);
      calls[i]?.answer(reported);
      await shop.clock.advance(0);
    }
    await shop.submitter.idle();
    expect(underWay.slice(0, 5)).toEqual([1, 2, 3, 4, 4]);
    expect(Math.max(...underWay)).toBe(4);
    expect(shop.sent.map((claimed) => claimed.uuid)).toEqual(uuids);
  });

  it('tells of every move', async () => {
    const states: unknown[] = [];
    const uuid = shop.issue();
    shop.moved = (moving) => states.push([moving, shop.stateOf(moving)]);
    shop.submitter.start();
    await shop.submitter.idle();
    expect(states).toEqual([
      [uuid, 'sending'],
      [uuid, 'accepted'],
    ]);
  });

  it('sends nothing before it starts and after it stops', async () => {
    shop.issue();
    shop.submitter.wake();
    await shop.clock.advance(hour);
    expect(shop.sent).toEqual([]);
    shop.submitter.start();
    await shop.submitter.stop();
    shop.issue();
    shop.submitter.wake();
    await shop.clock.advance(hour);
    expect(shop.sent).toHaveLength(1);
  });

  it('begins no call while it is paused, and goes on once every pause is over', async () => {
    const calls = shop.hold();
    for (let count = 0; count < 5; count++) shop.issue();
    shop.submitter.start();
    await shop.clock.advance(0);
    const pauses = [shop.submitter.pause(), shop.submitter.pause()];
    calls[0]?.answer(reported);
    await shop.clock.advance(hour);
    expect(shop.sent).toHaveLength(1);
    // No document stays claimed as if it were being sent.
    expect(shop.ledger.search.list({ states: ['sending'], limit: 1 }).total).toBe(0);
    shop.submitter.wake('network');
    pauses[0]?.();
    pauses[0]?.();
    await shop.clock.advance(hour);
    expect(shop.sent).toHaveLength(1);
    shop.authority = () => reported;
    pauses[1]?.();
    await shop.submitter.idle();
    expect(shop.sent).toHaveLength(5);
  });

  it('stops only when the calls under way are over', async () => {
    const calls = shop.hold();
    shop.issue();
    shop.submitter.start();
    let stopped = false;
    const stopping = shop.submitter.stop().then(() => {
      stopped = true;
    });
    await shop.clock.advance(minute);
    expect(stopped).toBe(false);
    calls[0]?.answer(reported);
    await stopping;
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it('keeps the authority’s copy', async () => {
    shop.authority = () => cleared;
    const uuid = shop.issue({ mode: 'clearance' });
    shop.submitter.start();
    await shop.submitter.idle();
    expect(shop.ledger.documents.get(uuid)?.submission).toMatchObject({
      cleared: true,
    });
  });

  it('leaves rejected and parked documents to a person', async () => {
    const [bad, odd] = [shop.issue(), shop.issue()];
    shop.authority = ({ uuid }) => (uuid === bad ? rejected : requestRefused);
    shop.submitter.start();
    await shop.clock.advance(48 * hour);
    expect([shop.stateOf(bad), shop.stateOf(odd)]).toEqual(['rejected', 'parked']);
    expect(shop.sent).toHaveLength(2);
  });

  it('reports what cannot be cleared because clearance is off', async () => {
    shop.authority = ({ mode }) => (mode === 'clearance' ? clearanceOff : reported);
    const uuid = shop.issue({ mode: 'clearance' });
    shop.submitter.start();
    await shop.submitter.idle();
    expect(shop.sent.map((claimed) => claimed.mode)).toEqual(['clearance', 'reporting']);
    expect(shop.stateOf(uuid)).toBe('accepted');
  });
});

describe('after a crash', () => {
  it('sends again what was under way', async () => {
    const uuid = shop.issue();
    shop.ledger.queue.claimDue(shop.clock.now(), 1, hour); // This simulates a process that has ended.
    shop.submitter.start();
    await shop.submitter.idle();
    expect(shop.sent).toMatchObject([{ uuid, attempts: 2 }]);
    expect(shop.stateOf(uuid)).toBe('accepted');
  });
});

describe('beside other processes', () => {
  const alive = new Set<string>();
  let file: string;
  let opened: { ledger: Ledger; submitter: Submitter }[];

  /** Opens another process's submitter, with a separate connection and queue. */
  function open(sender: string) {
    const ledger = openLedger(file, { environment: 'training', sender });
    const submitter = shop.openSubmitter({ ledger, isGone: (other) => !alive.has(other) });
    alive.add(sender);
    opened.push({ ledger, submitter });
    return { ledger, submitter };
  }

  beforeEach(() => {
    file = path.join(testFolder(), 'ledger.db');
    opened = [];
    alive.clear();
  });
  afterEach(async () => {
    for (const { ledger, submitter } of opened) {
      await submitter.stop();
      ledger.close();
    }
  });

  it('a new leader leaves alone what one that lives has under way', async () => {
    const first = open('first');
    const calls = shop.hold();
    const { entry } = first.ledger.chain.append(newEntry());
    first.submitter.start(false);
    await shop.clock.advance(second);
    const leader = open('leader');
    leader.submitter.start(true);
    await shop.clock.advance(minute);
    expect(calls).toHaveLength(1);
    calls[0]?.answer(reported);
    await first.submitter.idle();
    expect(leader.ledger.documents.get(entry.uuid)?.submission).toMatchObject({
      state: 'accepted',
      attempts: 1,
    });
  });

  it('takes up within seconds what one that has died had under way', async () => {
    const { ledger, submitter } = open('other');
    const { entry } = ledger.chain.append(newEntry());
    const dying = open('dying');
    dying.ledger.queue.claimDue(shop.clock.now() + minute, 1, 5 * minute);
    submitter.start(false);
    await shop.clock.advance(minute);
    expect(shop.sent).toEqual([]);
    alive.delete('dying');
    await shop.clock.advance(6 * second);
    await submitter.idle();
    expect(ledger.documents.get(entry.uuid)?.submission).toMatchObject({ state: 'accepted', attempts: 2 });
  });
});

describe('sending one document now', () => {
  it('does not wait for its time nor for the queue', async () => {
    shop.authority = () => credentialRefused;
    const uuid = shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    shop.authority = () => reported;
    await shop.submitter.sendNow(uuid);
    expect(shop.stateOf(uuid)).toBe('accepted');
  });

  it('sends a parked one', async () => {
    shop.authority = () => requestRefused;
    const uuid = shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    shop.authority = () => reported;
    await shop.submitter.sendNow(uuid);
    expect(shop.stateOf(uuid)).toBe('accepted');
  });

  it('waits for the call that is under way instead of making a second one', async () => {
    const calls = shop.hold();
    const uuid = shop.issue();
    shop.submitter.start();
    const sending = shop.submitter.sendNow(uuid);
    calls[0]?.answer(reported);
    await sending;
    expect(shop.stateOf(uuid)).toBe('accepted');
    expect(shop.sent).toHaveLength(1);
  });

  it('leaves a final one as it is', async () => {
    const uuid = shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    await shop.submitter.sendNow(uuid);
    expect(shop.sent).toHaveLength(1);
  });

  it('does not know one that was never issued', async () => {
    await expect(shop.submitter.sendNow('3cf5ee18-ee25-44ea-a444-2c37ba7f28be')).rejects.toEqual(
      failing('not-found'),
    );
  });
});

describe('when the ledger cannot be used for a moment', () => {
  it('says so and goes on', async () => {
    const uuid = shop.issue();
    const exchange = shop.ledger.queue.settleAndClaim;
    shop.ledger.queue.settleAndClaim = () => {
      throw new Error('busy');
    };
    const trouble = shop.openSubmitter();
    trouble.start();
    expect(shop.errors.splice(0)).toEqual([new Error('busy')]);
    shop.ledger.queue.settleAndClaim = exchange;
    await shop.clock.advance(5 * second);
    expect(shop.stateOf(uuid)).toBe('accepted');
    await trouble.stop();
  });
});

describe('when the clock is set', () => {
  const settings: [string, number][] = [
    ['forward', 24 * hour],
    ['back', -24 * hour],
  ];

  it.each(settings)('%s, it sends within a minute what waited for a later time', async (_, by) => {
    shop.authority = () => noAnswer;
    shop.issue();
    shop.submitter.start();
    await shop.clock.advance(hour);
    const before = shop.sent.length;
    shop.clock.set(shop.clock.now() + by);
    await shop.clock.advance(minute);
    expect(shop.sent.length).toBeGreaterThan(before);
  });

  it.each(settings)('%s, it makes no second call beside one that is under way', async (_, by) => {
    const calls = shop.hold();
    const uuid = shop.issue();
    shop.submitter.start();
    shop.clock.set(shop.clock.now() + by);
    await shop.clock.advance(10 * minute);
    expect(shop.sent).toHaveLength(1);
    calls[0]?.answer(reported);
    await shop.submitter.idle();
    expect(shop.stateOf(uuid)).toBe('accepted');
  });
});
