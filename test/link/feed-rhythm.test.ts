import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { createFeed, type Feed } from '../../main/link/feed/feed.ts';
import { hasMore, packBatch } from '../../main/link/feed/pack-batch.ts';
import type { Batch } from '../../shared/office/wire/feed.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { createRandom } from '../crash/random.ts';
import { openTill } from '../integration/till.ts';
import { TestClock } from '../sandbox/device.ts';
import { newFolder } from '../support/khatm.ts';

/*
 * Tests that a till reports every minute, and that its sales reach the head office within half a minute and with few
 * posts.
 */

let ledger: Ledger;
let feed: Feed;

function fedTill({
  rhythm,
  random = createRandom('rhythm').next,
}: {
  rhythm?: number;
  random?: () => number;
} = {}) {
  const clock = new TestClock();
  const till = openTill(path.join(newFolder('rhythm'), 'ledger.db'), { now: () => clock.now() });
  ledger = till.ledger;
  const posts: { at: number; batch: Batch }[] = [];
  let isAway = false;
  let retryAfterMs: number | undefined;
  let answered: Promise<void> | undefined;
  let have = { ...ledger.outbox.head(), icv: 0, event: 0 };
  feed = createFeed({
    reader: {
      read: async (head, limits, extras) => packBatch(ledger.outbox, ledger.id, head, limits, extras),
      compare: async () => undefined,
      async hasMore(head) {
        await answered;
        return hasMore(ledger.outbox, head);
      },
    },
    client: {
      async send(_, { body }) {
        const batch = JSON.parse(zstdDecompressSync(body).toString()) as Batch;
        posts.push({ at: clock.now(), batch });
        if (isAway) return { result: 'away', retryAfterMs };
        const { icv = have.icv, hash = have.hash } = batch.documents.at(-1) ?? {};
        const { id: event = have.event } = batch.events.at(-1) ?? {};
        const { id: audit = have.audit, hash: auditHash = have.auditHash } = batch.audit.at(-1) ?? {};
        have = { icv, hash, event, audit, auditHash };
        return { result: 'kept', have };
      },
    },
    enrolment: { address: 'https://office.example', tenant: 1, device: 1 },
    rhythm: () => rhythm,
    clock,
    random,
    onCompared: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1_000);
      await tick();
    }
  };
  return {
    posts,
    clock,
    pass,
    goAway: (away: boolean, askedFor?: number) => {
      isAway = away;
      retryAfterMs = askedFor;
    },
    answerLater: (until: Promise<void>) => {
      answered = until;
    },
    sell: () =>
      till.issueInto(
        ledger,
        saleSchema.parse({
          saleId: randomUUID(),
          lines: [{ name: 'قهوة', quantity: '1', unitPrice: '11.50' }],
        }),
      ).entry,
    gaps: () => posts.slice(1).map(({ at }, index) => at - (posts[index]?.at ?? 0)),
  };
}

describe('a feed', () => {
  afterEach(async () => {
    await feed.stop();
    ledger.close();
  });

  it('is heard each minute while nothing is sold', async () => {
    const { pass, gaps } = fedTill();
    feed.start();
    await pass(3_600);
    expect(Math.max(...gaps())).toBeLessThanOrEqual(61_000);
    expect(gaps().length).toBeLessThan(80);
  });

  it('knows from the first answer that the office has everything, and speaks of itself a second later', async () => {
    const { pass, posts } = fedTill();
    expect(await feed.once()).toEqual({ state: 'complete' });
    feed.start();
    await pass(2);
    expect(posts).toHaveLength(2);
    await feed.stop();
    ledger.close();

    fedTill().sell();
    expect(await feed.once()).toEqual({ state: 'more' });
  });

  it('sends a sale within half a minute, its outcome with it, in one post', async () => {
    const { pass, posts, sell, clock } = fedTill();
    feed.start();
    for (let round = 0; round < 40; round += 1) {
      await pass(100 + round);
      const before = posts.length;
      const { icv, uuid } = sell();
      const soldAt = clock.now();
      await pass(3);
      ledger.queue.claim(uuid, clock.now(), 60_000);
      await pass(28);
      const since = posts.slice(before).filter(({ batch }) => batch.documents.length > 0);
      expect(since).toHaveLength(1);
      expect(since[0]?.batch.documents.map((each) => each.icv)).toEqual([icv]);
      expect(since[0]?.batch.events).toHaveLength(1);
      expect((since[0]?.at ?? Number.POSITIVE_INFINITY) - soldAt).toBeLessThanOrEqual(31_000);
    }
  });

  it('posts half as often as it looks when a till sells all the time', async () => {
    const { pass, posts, sell } = fedTill();
    feed.start();
    for (let second = 0; second < 1_800; second += 3) {
      sell();
      await pass(3);
    }
    expect(posts.length).toBeGreaterThan(55);
    expect(posts.length).toBeLessThan(110);
    await pass(31);
    expect(posts.reduce((sum, { batch }) => sum + batch.documents.length, 0)).toBe(600);
  });

  it('posts at once for what cannot wait', async () => {
    const { pass, posts } = fedTill();
    feed.start();
    await pass(20);
    const before = posts.length;
    feed.soon();
    await pass(2);
    expect(posts).toHaveLength(before + 1);
  });

  it('posts nothing after its end, although a look at the ledger takes until then', async () => {
    const { pass, posts, answerLater } = fedTill();
    feed.start();
    await pass(60);
    const { promise, resolve } = Promise.withResolvers<void>();
    answerLater(promise);
    await pass(60);
    const before = posts.length;
    await feed.stop();
    resolve();
    await pass(1);
    expect(posts).toHaveLength(before);
  });

  it('keeps to the rhythm that the office asks for', async () => {
    const { pass, gaps } = fedTill({ rhythm: 10_000 });
    feed.start();
    await pass(600);
    expect(Math.max(...gaps())).toBeLessThanOrEqual(11_000);
  });

  it('asks by itself whether an office that was away is back', async () => {
    const { pass, posts, goAway } = fedTill();
    feed.start();
    await pass(5);
    goAway(true);
    await pass(300);
    goAway(false);
    const before = posts.length;
    await pass(700);
    expect(posts.length).toBeGreaterThan(before);
    expect(feed.last).toEqual({ state: 'complete' });
  });

  it('comes back within an hour, however long an office asks it to stay away', async () => {
    const { pass, posts, goAway } = fedTill();
    feed.start();
    await pass(5);
    goAway(true, 4_000_000_000);
    await pass(120);
    const before = posts.length;
    await pass(3_600);
    expect(posts.length).toBe(before + 1);
  });

  it('comes back apart from other tills, however much there is that cannot wait', async () => {
    let next = 0.99;
    const { pass, posts, gaps, goAway } = fedTill({ random: () => next });
    feed.start();
    await pass(5);
    goAway(true);
    while (posts.length < 7) await pass(1);
    next = 0;
    const before = posts.length;
    while (posts.length === before) {
      feed.soon();
      await pass(1);
    }
    expect(gaps().at(-1)).toBeGreaterThan(590_000);
  });

  it('asks so too while there is always something new that cannot wait', async () => {
    const { pass, posts, goAway } = fedTill();
    feed.start();
    await pass(5);
    goAway(true);
    await pass(300);
    goAway(false);
    const before = posts.length;
    for (let second = 0; second < 700 && posts.length === before; second += 2) {
      feed.soon();
      await pass(2);
    }
    expect(posts).toHaveLength(before + 1);
    feed.soon();
    await pass(2);
    expect(posts).toHaveLength(before + 2);
  });
});
