import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { archiveMonth } from '../../../main/office/archive/archive-month.ts';
import { openFolderSink } from '../../../main/office/archive/folder-sink.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import type { OrderContext } from '../../../main/office/orders/orders.ts';
import { orderContext, time } from '../../link/ordered-till.ts';
import { newFolder } from '../../support/khatm.ts';
import { enrolledChain } from '../enrolled-chain.ts';
import { hasServer, office, provideOffice } from '../office.ts';

/* Tests a month that is far larger than the memory that archiving it uses. */

const documents = 30_000;
const megabyte = 1024 ** 2;

describe.skipIf(!hasServer)('a large month', () => {
  provideOffice();
  let context: OrderContext;
  beforeAll(async () => {
    if (hasServer) context = await orderContext();
  });

  test('is archived in little memory', async () => {
    const { key, batch } = await enrolledChain(1, { tenant: 'Large' });
    await ingest(office.database, key, batch);
    // Copies the same document under other counters and numbers, which are all archived.
    const copy = (table: string, columns: string) =>
      office.database.asOwner((client) =>
        client.query(
          `INSERT INTO ${table} SELECT copy.* FROM ${table} AS own, generate_series(2, ${documents}) AS g,
             jsonb_populate_record(own, jsonb_build_object('icv', g${columns})) AS copy
           WHERE own.device = ${key.device}`,
        ),
      );
    await copy('document', ", 'number', 'N-' || g");
    await copy('body', '');
    let most = 0;
    const used = () => {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = used();
    const timer = setInterval(() => {
      most = Math.max(most, used() - before);
    }, 10);
    time.now = Date.UTC(2027, 0, 20);
    const sink = openFolderSink(path.join(newFolder('large'), 'archive'));
    const given = { tenant: key.tenant, vatNumber: trainingCompany.vatNumber, period: '2026-11' };
    const done = await archiveMonth(context, { ...given, sink, by: 'Huda' });
    clearInterval(timer);
    expect(done).toMatchObject({ documents });
    const whole = (batch.documents[0]?.xml.length ?? 0) * documents;
    console.log(
      `memory ${Math.round(most / megabyte)} MiB for ${Math.round(whole / megabyte)} MiB of documents`,
    );
    expect(whole).toBeGreaterThan(300 * megabyte);
    expect(most).toBeLessThan(150 * megabyte);
  });
});
