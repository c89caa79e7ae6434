import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { createBatchThread } from '../../main/link/feed/batch-thread.ts';
import { createFeed } from '../../main/link/feed/feed.ts';
import { createOfficeClient } from '../../main/link/feed/office-client.ts';
import type { BatchReader } from '../../main/link/feed/pack-batch.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../main/office/database/database.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../main/office/database/embedded-server.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { addTill, tenantNamed } from '../../main/office/tills/tills.ts';
import { certificateSubject } from '../../main/sending/credential/certificate-subject.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { openTill } from '../integration/till.ts';
import { hasServer, officeFolder } from '../office/office.ts';
import { storedDocuments } from '../office/stored-documents.ts';
import { pinOver } from '../office/unpinned.ts';
import { newFolder } from '../support/khatm.ts';
import { memorySecrets } from '../support/memory-secrets.ts';

/*
 * Tests a till that sends to its head office. The office is killed and restored from an older backup, and the till is
 * restored too.
 */

const line = { name: 'قهوة', quantity: '1', unitPrice: '11.50' };

let folder: string;
let server: EmbeddedServer;
let database: OfficeDatabase;
let app: FastifyInstance;
let address: string;
let readers: BatchReader[] = [];

async function open(): Promise<void> {
  server = await startEmbeddedServer(folder);
  database = await openOfficeDatabase(server.url);
  app = createOfficeServer(database, { random: () => 0.5 });
  // The office restarts at the same address, which the tills know.
  const port = address === '' ? 0 : Number(new URL(address).port);
  address = await app.listen({ host: '127.0.0.1', port });
}

async function close(): Promise<void> {
  await app.close();
  await database.close();
  await server.stop();
}

async function enrolledTill() {
  const file = path.join(newFolder('fed'), 'ledger.db');
  const till = openTill(file, systemClock);
  const secrets = memorySecrets();
  const certificate = pinOver(secrets, () => fetch);
  const client = createOfficeClient({ secrets, keyName: 'office', certificate, now: Date.now });
  const tenant = await tenantNamed(database, 'Shops');
  const { vatNumber } = trainingCompany;
  const code = await addTill(database, { tenant, vatNumber, branch: 'Olaya', name: 'Till' });
  const { serial } = certificateSubject(trainingCompany);
  const answer = await client.enrol(address, { code, ledger: till.ledger.id, serial, vatNumber });
  if (answer?.result !== 'enrolled') throw new Error('not enrolled');
  const found: string[] = [];
  const feedOf = (ledgerFile: string) => {
    const reader = createBatchThread(ledgerFile);
    readers.push(reader);
    return createFeed({
      reader,
      client,
      enrolment: { address, tenant, device: answer.device },
      clock: systemClock,
      random: () => 0.5,
      onCompared(what) {
        if (what !== undefined && found.at(-1) !== what) found.push(what);
      },
      onError: () => {},
    });
  };
  const sell = (count: number) => {
    for (let index = 0; index < count; index += 1)
      till.issue(saleSchema.parse({ saleId: randomUUID(), lines: [line] }));
  };
  const stored = () =>
    database.within({ tenant }, (inside) => storedDocuments(inside, { device: answer.device }));
  const issued = () => [...till.ledger.documents.inOrder()].map(({ xml }) => xml().toString('utf8'));
  return { ledger: till.ledger, feed: feedOf(file), feedOf, sell, stored, issued, found };
}

async function drain(feed: ReturnType<typeof createFeed>): Promise<string> {
  for (;;) {
    const { state } = await feed.once();
    if (state !== 'more') return state;
  }
}

describe.skipIf(!hasServer)('a fed office', () => {
  beforeEach(async () => {
    folder = officeFolder();
    address = '';
    await open();
  });
  afterEach(async () => {
    await Promise.all(readers.map((reader) => reader.close()));
    readers = [];
    await close();
  });

  it('has a hundred sales byte for byte, and more of them when there are more', async () => {
    const { feed, sell, stored, issued, found } = await enrolledTill();
    sell(100);
    expect(await drain(feed)).toBe('complete');
    expect(await stored()).toEqual(issued());
    sell(250);
    expect(await drain(feed)).toBe('complete');
    expect(await stored()).toEqual(issued());
    expect(found).toEqual([]);
  });

  it('is filled again by the till when it comes back with an older backup', async () => {
    const { feed, sell, stored, issued, found } = await enrolledTill();
    sell(10);
    await drain(feed);
    await close();
    const backup = officeFolder();
    cpSync(folder, backup, { recursive: true });
    await open();
    sell(10);
    await drain(feed);
    await close();
    folder = backup;
    expect(await feed.once()).toEqual({ state: 'away' });
    sell(5);
    await open();
    expect(await drain(feed)).toBe('complete');
    expect(await stored()).toEqual(issued());
    expect(found).toEqual([]);
  });

  it('loses nothing when its database is killed', async () => {
    const { feed, sell, stored, issued, found } = await enrolledTill();
    for (let round = 0; round < 5; round += 1) {
      sell(20);
      const sending = feed.once();
      process.kill(server.pid, 'SIGKILL');
      await sending;
      await close();
      await open();
    }
    expect(await drain(feed)).toBe('complete');
    expect(await stored()).toEqual(issued());
    expect(found).toEqual([]);
  });

  it('shows an older image of a till that it is older, before it sells on', async () => {
    const { ledger, feed, feedOf, sell, found } = await enrolledTill();
    sell(3);
    const image = path.join(newFolder('image'), 'ledger.db');
    await ledger.copyTo(image);
    sell(3);
    await drain(feed);
    const older = feedOf(image);
    await older.once();
    expect(found).toEqual(['older']);
    expect(await older.once()).toEqual({ state: 'refused', code: 'older' });
    sell(1);
    expect(await drain(feed)).toBe('complete');
  });
});
