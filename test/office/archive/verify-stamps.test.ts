import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../main/base/platform/clock.ts';
import type { OfficeDatabase } from '../../../main/office/database/database.ts';
import { createGroupCommit } from '../../../main/office/ingest/group-commit.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { createCounters } from '../../../main/office/metrics/counters.ts';
import { createMetricsServer } from '../../../main/office/metrics/metrics-server.ts';
import { createStampVerifier } from '../../../main/office/verify/verify-stamps.ts';
import { enrolledChain } from '../enrolled-chain.ts';
import { hasServer, office, provideOffice } from '../office.ts';
import { storedDocuments } from '../stored-documents.ts';

/*
 * Tests that batches which arrive together are committed together, and that their stamps are verified at once or later.
 */

const verified = (device: number) =>
  office.database.asOwner(async (client) => {
    const { rows } = await client.query(
      `SELECT verified_icv::integer AS verified, wrong_icv::integer AS wrong, wrong_check AS "check" FROM chain
       WHERE device = $1`,
      [device],
    );
    return rows[0];
  });

/** Verifies all remaining documents. */
async function behind(): Promise<void> {
  const verifier = createStampVerifier(office.database, { clock: systemClock, onError: () => {} });
  try {
    while ((await verifier.once()) > 0);
  } finally {
    await verifier.stop();
  }
}

/** Returns a document with another signature, which the document's hash does not cover. */
const otherSignature = (xml: string): string =>
  xml.replace(/(<ds:SignatureValue>[^<]{20})(.)/, (_, before, each) => before + (each === 'A' ? 'B' : 'A'));

const random = () => 0.5;

describe.skipIf(!hasServer)('batches that come together', () => {
  provideOffice();

  it('are one transaction, each with its own answer; the next of a till waits for the next one', async () => {
    const commits: number[] = [];
    let gathered: (() => void) | undefined;
    const clock = {
      after(_: number, callback: () => void) {
        gathered = callback;
        return () => {};
      },
    };
    const onCommit = (batches: number) => commits.push(batches);
    const group = createGroupCommit(office.database, { clock, random, onCommit });
    const first = await enrolledChain(2);
    const second = await enrolledChain(1);
    const { batch: forged } = second;
    const wrong = { ...forged, documents: forged.documents.map((row) => ({ ...row, xml: '<Invoice/>' })) };
    const answers = [
      group.take(first.key, first.batch),
      group.take(second.key, wrong),
      group.take(first.key, first.batch),
    ];
    const next = async () => {
      await vi.waitFor(() => expect(gathered).toBeDefined(), { timeout: 60_000 });
      // All documents are read by now, because so few need no round of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      gathered?.();
      gathered = undefined;
    };
    await next();
    const kept = { result: 'kept', have: first.batch.head };
    expect(await Promise.all(answers.slice(0, 2))).toEqual([
      kept,
      { result: 'refused', code: 'wrong-bytes', at: 1, have: expect.objectContaining({ icv: 0 }) },
    ]);
    await next();
    expect(await answers[2]).toEqual(kept);
    expect(commits).toEqual([2, 1]);
  });

  it('are kept although the database refuses one of them, whose till alone gets an error', async () => {
    const waits: number[] = [];
    let gathered = () => {};
    const clock = {
      after(milliseconds: number, callback: () => void) {
        waits.push(milliseconds);
        gathered = callback;
        return () => {};
      },
    };
    const commits: number[] = [];
    const onCommit = (batches: number) => commits.push(batches);
    const group = createGroupCommit(office.database, { clock, random, onCommit, gatherMs: 1 });
    const tills = await Promise.all(Array.from({ length: 7 }, () => enrolledChain(1)));
    // This time is earlier than PostgreSQL's first.
    const documents = tills[4]?.batch.documents.map((row) => ({ ...row, dueAt: -9e15 })) ?? [];
    const take = () =>
      Promise.allSettled(
        tills.map(({ key, batch }, index) => group.take(key, index === 4 ? { ...batch, documents } : batch)),
      );
    const answers = take();
    await vi.waitFor(() => expect(waits).toHaveLength(1), { timeout: 60_000 });
    await new Promise((resolve) => setImmediate(resolve));
    gathered();
    const results = await answers;
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(tills.map((_, index) => index !== 4));
    expect(results[4]).toMatchObject({ reason: { message: expect.stringContaining('timestamp') } });
    // Groups of batches are halved: three are committed, then two of the other four, and then one without the refused
    // one.
    expect(commits).toEqual([3, 1, 2]);
  });

  it('wait longer for others where many come, and not for those that fill a commit', async () => {
    const waits: number[] = [];
    const timers: (() => void)[] = [];
    let cancelled = 0;
    const clock = {
      after(milliseconds: number, callback: () => void) {
        waits.push(milliseconds);
        timers.push(callback);
        return () => {
          cancelled += 1;
        };
      },
    };
    let chance = 0;
    const group = createGroupCommit(office.database, {
      clock,
      random: () => chance,
      gatherMs: 2,
      mostDocuments: 15,
    });
    const tills = await Promise.all(Array.from({ length: 10 }, () => enrolledChain(1)));
    const [one] = tills;
    const first = tills.map(({ key, batch }) => group.take(key, batch));
    await vi.waitFor(() => expect(timers).toHaveLength(1), { timeout: 60_000 });
    await new Promise((resolve) => setImmediate(resolve));
    timers[0]?.();
    await Promise.all(first);
    chance = 0.75;
    const second = one && group.take(one.key, one.batch);
    await vi.waitFor(() => expect(timers).toHaveLength(2), { timeout: 60_000 });
    timers[1]?.();
    await second;
    // The previous commit had ten batches, so the next waits 50 to 150 milliseconds, as chance has it.
    expect(waits).toEqual([1, 125]);
    expect(cancelled).toBe(0);
    const full = [await enrolledChain(8), await enrolledChain(8)].map(({ key, batch }) =>
      group.take(key, batch),
    );
    expect(await Promise.all(full)).toMatchObject([{ result: 'kept' }, { result: 'kept' }]);
    expect([timers.length, cancelled]).toEqual([3, 1]);
  });

  it('keep nobody waiting who asks for an answer at once, neither while they gather nor while they are kept', async () => {
    const gathered: (() => void)[] = [];
    const clock = {
      after(milliseconds: number, callback: () => void) {
        if (milliseconds === 0) setImmediate(callback);
        else gathered.push(callback);
        return () => {};
      },
    };
    const isKeeping = Promise.withResolvers<void>();
    const mayKeep = Promise.withResolvers<void>();
    let transactions = 0;
    const database: OfficeDatabase = {
      ...office.database,
      async within(...given) {
        transactions += 1;
        if (transactions === 2) {
          isKeeping.resolve();
          await mayKeep.promise;
        }
        return office.database.within(...given);
      },
    };
    const group = createGroupCommit(database, { clock, random });
    const first = await enrolledChain(1);
    const asking = await enrolledChain(1);
    const ask = () =>
      group.take(asking.key, { ...asking.batch, documents: [], events: [], audit: [] }, undefined, true);
    const usual = group.take(first.key, first.batch);
    expect(await ask()).toMatchObject({ have: { icv: 0 } });
    expect(gathered).toHaveLength(1);
    gathered[0]?.();
    await isKeeping.promise;
    expect(await ask()).toMatchObject({ have: { icv: 0 } });
    mayKeep.resolve();
    expect(await usual).toMatchObject({ result: 'kept' });
  });

  it('have their stamps verified with them; one that does not hold is left, and named behind', async () => {
    const { key, batch } = await enrolledChain(4);
    await ingest(office.database, key, batch);
    expect(await verified(key.device)).toEqual({ verified: 4, wrong: null, check: null });
    const other = await enrolledChain(3);
    const documents = other.batch.documents.map((row, index) =>
      index === 1 ? { ...row, xml: otherSignature(row.xml) } : row,
    );
    await ingest(office.database, other.key, { ...other.batch, documents });
    expect(await verified(other.key.device)).toEqual({ verified: 0, wrong: null, check: null });
    await behind();
    expect(await verified(other.key.device)).toEqual({ verified: 3, wrong: 2, check: 'stamp' });
  });

  it('are verified behind when an older office has left them, from the bytes that are stored', async () => {
    const { key, batch } = await enrolledChain(4);
    await ingest(office.database, key, batch);
    const unverified = (device: number) =>
      office.database.asOwner((client) =>
        client.query('UPDATE chain SET verified_icv = 0 WHERE device = $1', [device]),
      );
    await unverified(key.device);
    // The next batch does not skip earlier documents.
    await ingest(office.database, key, batch);
    expect(await verified(key.device)).toMatchObject({ verified: 0 });
    await behind();
    expect(await verified(key.device)).toEqual({ verified: 4, wrong: null, check: null });
    const other = await enrolledChain(3);
    await ingest(office.database, other.key, other.batch);
    await unverified(other.key.device);
    await office.database.asOwner(async (client) => {
      const [, text = ''] = await storedDocuments(client, other.key);
      await client.query('UPDATE body SET base = NULL, xml = $2 WHERE device = $1 AND icv = 2', [
        other.key.device,
        zstdCompressSync(otherSignature(text)),
      ]);
    });
    await behind();
    expect(await verified(other.key.device)).toMatchObject({ verified: 3, wrong: 2 });
    // Missing bytes are reported, and other documents do not wait for them.
    const third = await enrolledChain(3);
    await ingest(office.database, third.key, third.batch);
    await unverified(third.key.device);
    await office.database.asOwner((client) =>
      client.query('DELETE FROM body WHERE device = $1 AND icv < 3', [third.key.device]),
    );
    await behind();
    expect(await verified(third.key.device)).toEqual({ verified: 3, wrong: 1, check: 'missing' });
  });

  it('show in the metrics as numbers, without a name', async () => {
    const counters = createCounters();
    counters.add('khatm_office_feed_posts_total', { result: 'kept' });
    const metrics = createMetricsServer(office.database, counters);
    const { body } = await metrics.inject('/metrics');
    await metrics.close();
    expect(body).toContain('khatm_office_feed_posts_total{result="kept"} 1\n');
    expect(body).toMatch(/^khatm_office_tills\{tenant="1"\} [1-9]/m);
    expect(body).toMatch(/^khatm_office_documents_unverified\{tenant="1"\} \d+$/m);
    expect(body).not.toMatch(/Olaya|Till \d|3999/);
  });
});
