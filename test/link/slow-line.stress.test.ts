import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createFeed } from '../../main/link/feed/feed.ts';
import { hasMore, packBatch } from '../../main/link/feed/pack-batch.ts';
import type { Batch, FeedHead } from '../../shared/office/wire/feed.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { openTill } from '../integration/till.ts';
import { TestClock } from '../sandbox/device.ts';
import { newFolder } from '../support/khatm.ts';

/*
 * A connection that is too slow for a whole batch within a minute gets smaller batches, until the office has
 * everything.
 */

it.each([1_000, 4_000, 100_000])('drains over a line of %i bytes a second', async (speed) => {
  const clock = new TestClock();
  const till = openTill(path.join(newFolder('slow-line'), 'ledger.db'), { now: () => clock.now() });
  const { ledger } = till;
  for (let index = 0; index < 120; index += 1)
    till.issueInto(
      ledger,
      saleSchema.parse({
        saleId: randomUUID(),
        lines: [{ name: randomUUID().repeat(8), quantity: '1', unitPrice: '11.50' }],
      }),
    );
  let have: FeedHead = { ...ledger.outbox.head(), icv: 0, event: 0, audit: 0 };
  let posts = 0;
  let lost = 0;
  let urgent = 0;
  const feed = createFeed({
    reader: {
      read: async (head, limits, extras) => packBatch(ledger.outbox, ledger.id, head, limits, extras),
      compare: async () => undefined,
      hasMore: async (head) => hasMore(ledger.outbox, head),
    },
    client: {
      async send(_, { body, isUrgent = false }) {
        posts += 1;
        if (isUrgent) urgent += 1;
        const seconds = body.length / speed;
        clock.advance(Math.min(seconds, 60) * 1000);
        if (seconds > 60) {
          lost += 1;
          return { result: 'away' };
        }
        const batch = JSON.parse(zstdDecompressSync(body).toString('utf8')) as Batch;
        const last = batch.documents.at(-1) ?? have;
        have = {
          icv: last.icv,
          hash: last.hash,
          event: batch.events.at(-1)?.id ?? have.event,
          audit: batch.audit.at(-1)?.id ?? have.audit,
          auditHash: batch.audit.at(-1)?.hash ?? have.auditHash,
        };
        return { result: 'kept', have };
      },
    },
    enrolment: { address: 'https://office.example', tenant: 1, device: 1 },
    clock,
    random: () => 0.5,
    onCompared: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  for (let state = 'more'; state !== 'complete' && posts < 500; ) ({ state } = await feed.once());
  expect(have.icv).toBe(120);
  // Only the first sale waits for the first answer.
  expect(urgent).toBe(1);
  // A fast connection loses no batch, and a slow one loses a few before they fit.
  expect(lost).toBeLessThanOrEqual(speed === 100_000 ? 0 : 4);
  ledger.close();
});
