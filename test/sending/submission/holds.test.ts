import { describe, expect, it } from 'vitest';
import { resendAfterUpdate } from '../../../main/sending/submission/resend-after-update.ts';
import {
  credentialRefused,
  noAnswer,
  rateLimited,
  reported,
  requestRefused,
  tooLarge,
  versionRefused,
} from '../../support/run/outcomes.ts';
import { hour, minute, provideShop, second, shop } from './shop.ts';

provideShop();

describe('a request that is refused for its own sake', () => {
  it('is parked, alone', async () => {
    const large = [shop.issue(), shop.issue(), shop.issue(), shop.issue()];
    const good = shop.issue();
    shop.authority = ({ uuid }) => (uuid === good ? reported : tooLarge);
    shop.submitter.start();
    await shop.submitter.idle();
    expect(large.map((uuid) => shop.stateOf(uuid))).toEqual(large.map(() => 'parked'));
    expect(shop.stateOf(good)).toBe('accepted');
    expect(shop.submitter.pauseReason).toBeUndefined();
  });

  it('is sent again when a person says so', async () => {
    shop.authority = () => requestRefused;
    const uuids = [shop.issue(), shop.issue()];
    shop.submitter.start();
    await shop.submitter.idle();
    shop.authority = () => reported;
    expect(shop.submitter.resendParked()).toBe(2);
    await shop.submitter.idle();
    expect(uuids.map((uuid) => shop.stateOf(uuid))).toEqual(['accepted', 'accepted']);
    expect(shop.submitter.resendParked()).toBe(0);
  });

  it('is sent again by a new version, once', async () => {
    resendAfterUpdate(shop.ledger, shop.submitter, '1.0.0');
    shop.authority = () => tooLarge;
    shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    expect(resendAfterUpdate(shop.ledger, shop.submitter, '1.0.0')).toBe(0);
    expect(resendAfterUpdate(shop.ledger, shop.submitter, '1.1.0')).toBe(1);
    await shop.submitter.idle();
    expect(shop.sent).toHaveLength(2);
    expect(resendAfterUpdate(shop.ledger, shop.submitter, '1.1.0')).toBe(0);
  });
});

describe('when every request is refused', () => {
  it('holds the queue instead of parking one document after the other: the version', async () => {
    shop.authority = () => versionRefused;
    for (let i = 0; i < 10; i++) shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    expect(shop.sent).toHaveLength(1);
    expect(shop.submitter.pauseReason).toBe('request');
    expect(shop.ledger.search.counts()).toMatchObject({ waiting: 10, parked: 0 });
  });

  it('and what seems to be so: three different documents in a row', async () => {
    shop.authority = () => requestRefused;
    for (let i = 0; i < 10; i++) shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    expect(shop.submitter.pauseReason).toBe('request');
    expect(shop.ledger.search.counts()).toMatchObject({ waiting: 8, parked: 2 });
  });

  it('but not one document that a person sends thrice', async () => {
    shop.authority = () => requestRefused;
    const uuid = shop.issue();
    shop.submitter.start();
    for (let i = 0; i < 4; i++) await shop.submitter.sendNow(uuid);
    expect(shop.submitter.pauseReason).toBeUndefined();
    expect(shop.stateOf(uuid)).toBe('parked');
  });

  it('asks again every five minutes with one document, and sends all once it is taken', async () => {
    shop.authority = () => versionRefused;
    for (let i = 0; i < 10; i++) shop.issue();
    shop.submitter.start();
    await shop.clock.advance(hour);
    expect(shop.sent).toHaveLength(1 + 12);
    shop.authority = () => reported;
    await shop.pass(5 * minute);
    expect(shop.ledger.search.counts().waiting).toBe(0);
    expect(shop.submitter.pauseReason).toBeUndefined();
  });
});

describe('while the gateway is away', () => {
  it('tries a clearance at the buyer’s rhythm, and others now and then', async () => {
    shop.authority = () => noAnswer;
    for (let i = 0; i < 10; i++) shop.issue();
    shop.submitter.start();
    await shop.clock.advance(2 * hour);
    const buyers = shop.issue({ mode: 'clearance', dueIn: 5 * minute });
    shop.sent.length = 0;
    shop.submitter.wake();
    await shop.clock.advance(5 * minute);
    const tries = shop.sent.filter(({ uuid }) => uuid === buyers).length;
    expect(tries).toBeGreaterThanOrEqual(15);
    expect(shop.sent.length - tries).toBeLessThanOrEqual(10);
    await shop.clock.advance(hour); // A document that was handed over uncleared is sent about every fifteen minutes.
    const later = shop.sent.filter(({ uuid }) => uuid === buyers).length - tries;
    expect(later).toBeGreaterThanOrEqual(3);
    expect(later).toBeLessThanOrEqual(6);
  });

  it('gives each document a last chance before its deadline', async () => {
    shop.authority = () => rateLimited(hour);
    const first = shop.issue({ dueIn: 30 * minute });
    const [second_, third] = [shop.issue({ dueIn: 40 * minute }), shop.issue({ dueIn: 50 * minute })];
    shop.submitter.start();
    await shop.clock.advance(minute);
    shop.sent.length = 0;
    await shop.clock.advance(50 * minute - 1);
    const tried = new Set(shop.sent.map(({ uuid }) => uuid));
    expect(tried).toEqual(new Set([first, second_, third]));
  });
});

describe('a gateway that asks for time', () => {
  it('is given it, whatever good answers come to calls that were under way', async () => {
    for (let i = 0; i < 12; i++) shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    const calls = shop.hold();
    for (let i = 0; i < 8; i++) shop.issue();
    shop.submitter.wake();
    await shop.clock.advance(second);
    expect(calls).toHaveLength(4);
    calls[0]?.answer(rateLimited(90 * second));
    await shop.clock.advance(0);
    for (const call of calls.slice(1)) call.answer(reported);
    await shop.clock.advance(89 * second);
    expect(calls).toHaveLength(4);
    expect(shop.submitter.pauseReason).toBe('busy');
    await shop.clock.advance(2 * second);
    expect(calls.length).toBeGreaterThan(4);
    shop.authority = () => reported;
    for (const call of calls) call.answer(reported);
  });

  it('gets nothing that was at hand when it asked, and that is as if it had never been taken', async () => {
    for (let i = 0; i < 12; i++) shop.issue();
    shop.submitter.start();
    await shop.submitter.idle();
    shop.authority = () => credentialRefused;
    const uuids = Array.from({ length: 20 }, () => shop.issue());
    shop.sent.length = 0;
    shop.submitter.wake();
    await shop.pass(second);
    expect(shop.sent).toHaveLength(4);
    const statuses = uuids.map((uuid) => shop.ledger.documents.get(uuid)?.submission);
    expect(statuses.map((status) => status?.state)).toEqual(uuids.map(() => 'waiting'));
    expect(statuses.filter((status) => status?.attempts === 1)).toHaveLength(4);
    expect(uuids.filter((uuid) => shop.ledger.documents.timeline(uuid).length > 1)).toHaveLength(4);
  });
});
