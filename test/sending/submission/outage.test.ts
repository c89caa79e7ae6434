import { beforeEach, describe, expect, it } from 'vitest';
import {
  credentialRefused,
  noAnswer,
  rateLimited,
  reported,
  serverError,
} from '../../support/run/outcomes.ts';
import { hour, minute, provideShop, second, shop } from './shop.ts';

provideShop();

describe('after calls that came to nothing', () => {
  it('sends the very same bytes again, later and later', async () => {
    shop.authority = () => noAnswer;
    const uuid = shop.issue();
    const times: number[] = [];
    shop.submitter.start();
    for (let before = 0; times.length < 6; before = shop.sent.length) {
      await shop.clock.advance(second);
      if (shop.sent.length > before) times.push(shop.clock.now());
    }
    const gaps = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / second);
    expect(gaps[0]).toBeLessThanOrEqual(2);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    const issued = shop.ledger.documents.issuedXml(uuid);
    for (const claimed of shop.sent) expect(claimed.xml).toEqual(issued);
    expect(shop.submitter.connection).toBe('offline');
  });

  it('drops nothing, however long it takes', async () => {
    shop.authority = () => noAnswer;
    const uuids = Array.from({ length: 20 }, () => shop.issue());
    shop.submitter.start();
    await shop.clock.advance(12 * hour);
    expect(shop.ledger.search.counts().waiting).toBe(20);
    shop.authority = () => reported;
    await shop.pass(5 * minute);
    expect(uuids.map((uuid) => shop.stateOf(uuid))).toEqual(uuids.map(() => 'accepted'));
  });

  it('asks a silent gateway with one document at a time, and sends all once it answers', async () => {
    shop.authority = () => noAnswer;
    for (let i = 0; i < 50; i++) shop.issue();
    shop.submitter.start();
    await shop.clock.advance(hour);
    // The gateway gets a few calls at first and then one per minute. The 50 documents do not each have a pace of their
    // own.
    expect(shop.sent.length).toBeLessThan(70);
    shop.authority = () => reported;
    await shop.pass(minute);
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it.each([
    ['no answer', noAnswer],
    ['errors', serverError],
    ['a refused credential', credentialRefused],
    ['too many calls', rateLimited(20 * second)],
  ])('sends all in the order of their counters after %s', async (_, obstacle) => {
    shop.authority = () => obstacle;
    shop.submitter.start();
    for (let i = 0; i < 40; i++) {
      shop.issue();
      shop.submitter.wake();
      await shop.clock.advance(3 * second);
    }
    await shop.clock.advance(5 * minute);
    shop.sent.length = 0;
    shop.authority = () => reported;
    for (let passed = 0; passed < hour; passed += second) await shop.clock.advance(second);
    // The call that finds the gateway back may be for any document: the first may be the one that is never answered.
    const order = shop.sent.map(({ icv }) => icv).slice(1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it('lets the first document that gets through bring all others with it', async () => {
    shop.authority = () => noAnswer;
    for (let i = 0; i < 3; i++) shop.issue();
    shop.submitter.start();
    await shop.clock.advance(hour);
    shop.authority = () => reported;
    shop.issue();
    shop.submitter.wake();
    await shop.pass(minute); // The old documents would wait for up to five minutes.
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it('is not held up by many documents that are never answered', async () => {
    const silent = new Set(Array.from({ length: 12 }, () => shop.issue({ dueIn: 2 * hour })));
    shop.authority = ({ uuid }) => (silent.has(uuid) ? noAnswer : reported);
    shop.submitter.start();
    await shop.clock.advance(30 * minute);
    for (let round = 0; round < 5; round += 1) {
      const fresh = Array.from({ length: 3 }, () => shop.issue());
      shop.submitter.wake();
      await shop.pass(2 * minute);
      expect(fresh.map((uuid) => shop.stateOf(uuid))).toEqual(fresh.map(() => 'accepted'));
    }
    // Near their deadline, documents get at least every other call.
    await shop.clock.advance(30 * minute);
    shop.issue();
    shop.sent.length = 0;
    await shop.pass(2 * minute);
    expect(shop.sent.slice(0, 2).some(({ uuid }) => silent.has(uuid))).toBe(true);
  });

  it('is not held up by one document that always fails', async () => {
    const bad = shop.issue({ dueIn: hour });
    const others = Array.from({ length: 30 }, () => shop.issue());
    shop.authority = ({ uuid }) => (uuid === bad ? serverError : reported);
    shop.submitter.start();
    for (let i = 0; i < 30; i++) await shop.pass(2 * second);
    expect(others.map((uuid) => shop.stateOf(uuid))).toEqual(others.map(() => 'accepted'));
    expect(shop.stateOf(bad)).toBe('waiting');
    // Until the next good answer, nothing else is left to send.
    expect(shop.submitter.connection).toBe('failing');
  });

  it('says that the servers fail while all their answers are errors, and tries at once when asked', async () => {
    shop.authority = () => serverError;
    for (let i = 0; i < 5; i++) shop.issue();
    shop.submitter.start();
    await shop.clock.advance(10 * minute);
    expect(shop.submitter.connection).toBe('failing');
    expect(shop.submitter.pausedUntil).toBeGreaterThan(shop.clock.now());
    shop.authority = () => reported;
    shop.submitter.wake('network');
    await shop.pass(second);
    expect(shop.submitter.connection).toBe('online');
    expect(shop.submitter.pausedUntil).toBeUndefined();
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it('waits with all documents as long as the gateway asks', async () => {
    shop.authority = () => rateLimited(90 * second);
    shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    shop.authority = () => reported;
    shop.issue();
    shop.submitter.wake();
    await shop.clock.advance(89 * second);
    expect(shop.sent).toHaveLength(1);
    await shop.clock.advance(2 * second);
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it('does not let a deadline pass while it waits', async () => {
    shop.authority = () => rateLimited(hour);
    const uuid = shop.issue({ dueIn: 10 * minute });
    shop.submitter.start();
    await shop.submitter.idle();
    shop.authority = () => reported;
    await shop.clock.advance(10 * minute - 1);
    expect(shop.stateOf(uuid)).toBe('accepted');
  });

  it('sends all at once when the network is back', async () => {
    shop.authority = () => noAnswer;
    for (let i = 0; i < 8; i++) shop.issue();
    shop.submitter.start();
    await shop.clock.advance(hour);
    shop.authority = () => reported;
    shop.submitter.wake('network');
    await shop.clock.advance(0);
    await shop.submitter.idle();
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it('takes a call that failed in an unheard-of way for one without an answer', async () => {
    const defect = new Error('defect');
    shop.authority = () => Promise.reject(defect);
    const uuid = shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    expect(shop.stateOf(uuid)).toBe('waiting');
    expect(shop.errors.splice(0)).toEqual([defect]);
    shop.authority = () => reported;
    await shop.clock.advance(10 * second);
    expect(shop.stateOf(uuid)).toBe('accepted');
  });
});

describe('when the credential is refused', () => {
  beforeEach(async () => {
    shop.authority = () => credentialRefused;
    shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
  });

  it('stops the queue, keeps everything and says so', async () => {
    for (let i = 0; i < 5; i++) shop.issue();
    shop.submitter.wake();
    await shop.clock.advance(4 * minute);
    expect(shop.sent).toHaveLength(1);
    expect(shop.submitter.connection).toBe('refused');
    expect(shop.ledger.search.counts()).toMatchObject({ waiting: 6, parked: 0, rejected: 0 });
  });

  it('goes on at once with a new credential', async () => {
    shop.issue();
    shop.authority = () => reported;
    shop.submitter.wake('credential');
    await shop.clock.advance(0);
    await shop.submitter.idle();
    expect(shop.ledger.search.counts().waiting).toBe(0);
    expect(shop.submitter.connection).toBe('online');
  });

  it('asks again every five minutes, with one document', async () => {
    for (let i = 0; i < 5; i++) shop.issue();
    await shop.clock.advance(hour);
    expect(shop.sent).toHaveLength(1 + 12);
    shop.authority = () => reported;
    await shop.pass(5 * minute);
    expect(shop.ledger.search.counts().waiting).toBe(0);
  });

  it('is not taken for mended by a call without an answer', async () => {
    shop.authority = () => noAnswer;
    await shop.clock.advance(5 * minute);
    expect(shop.sent).toHaveLength(2);
    expect(shop.submitter.pauseReason).toBe('credential');
  });
});

describe('a clock that is set back by days while the authority is away', () => {
  it('holds up no process, whichever of them finds out first', async () => {
    shop.authority = () => noAnswer;
    const other = shop.openSubmitter();
    shop.issue();
    shop.submitter.start();
    other.start(false);
    await shop.clock.advance(minute);
    await other.sendNow(shop.issue()); // Both programs have noticed the outage independently.
    expect([shop.submitter.pauseReason, other.pauseReason]).toEqual(['outage', 'outage']);
    shop.clock.set(shop.clock.now() - 72 * hour);
    shop.authority = () => reported;
    await shop.clock.advance(2 * minute);
    expect([shop.submitter.pauseReason, other.pauseReason]).toEqual([undefined, undefined]);
    await other.stop();
  });
});
