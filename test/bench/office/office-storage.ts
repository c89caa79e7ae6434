import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { type Ledger, openLedger } from '../../../main/books/ledger/ledger.ts';
import {
  csidToCertificateText,
  readCertificate,
} from '../../../main/document/stamp/certificates/certificate.ts';
import { createStamper } from '../../../main/document/stamp/stamp.ts';
import type { Pair } from '../../../main/gateway/basic.ts';
import { createGateway } from '../../../main/gateway/client.ts';
import { authorityProfile } from '../../../main/gateway/profile.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { startEmbeddedServer } from '../../../main/office/database/embedded-server.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { addTill, enrol, knownTill, tenantNamed } from '../../../main/office/tills/tills.ts';
import type { Sandbox } from '../../../main/sandbox/start-sandbox.ts';
import { createSubmitter } from '../../../main/sending/submission/submitter.ts';
import { issueSale } from '../../../main/till/issue/issue-sale.ts';
import { batchSchema, type FeedHead, mostRows } from '../../../shared/office/wire/feed.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { officeFolder } from '../../office/office.ts';
import { businessSale, Device, seller, subject } from '../../sandbox/device.ts';
import { byCashier } from '../../support/run/callers.ts';
import type { Lines } from '../measure.ts';
import { saleOf } from '../sale-of.ts';
import { tidyUp } from '../server.ts';

/*
 * Measures what a head office stores for a document: sales of five lines, every fourth one a business invoice, issued
 * and sent by a till, with the authority's answers, and ingested in the batches of a feed. Bytes are given for each
 * table and index.
 */

const documents = 4_000;
/** The number of documents between two posts of the till. */
const perPost = 10;
const publicKey = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const;

export async function run(): Promise<Lines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-storage-'));
  const authority = fork(new URL('../drain-authority.ts', import.meta.url));
  const ledger = openLedger(path.join(folder, 'ledger.db'), { environment: 'training' });
  const office = officeFolder();
  const server = await startEmbeddedServer(office);
  const database = await openOfficeDatabase(server.url);
  try {
    const [{ address, otp }] = (await once(authority, 'message')) as [{ address: string; otp: string }];
    const device = new Device({ address, makeOtp: () => otp } as Sandbox, systemClock);
    authority.send({ delay: 0 });
    await once(authority, 'message');
    const shop = await openShop(device, await device.onboard(), ledger);
    const feed = await enrolled(database, ledger);
    await tidyUp(server);
    const before = await sizesIn(database);
    for (let sold = 0; sold < documents; sold += perPost) {
      shop.sell(sold);
      await shop.send();
      await feed();
    }
    await shop.close();
    await tidyUp(server);
    return grownBy(before, await sizesIn(database));
  } finally {
    authority.disconnect();
    ledger.close();
    await database.close();
    await server.stop();
    rmSync(folder, { recursive: true });
    rmSync(office, { recursive: true });
  }
}

/** A till that sells, and sends its documents to the authority. */
async function openShop(device: Device, pair: Pair, ledger: Ledger) {
  const certificate = readCertificate(csidToCertificateText(pair.csid));
  const stamper = createStamper({ key: device.key, certificate });
  const gateway = createGateway({ profile: authorityProfile, baseUrl: device.sandbox.address, fetch });
  const submitter = createSubmitter({
    ledger,
    clock: systemClock,
    random: Math.random,
    send: (claimed) =>
      claimed.mode === 'clearance' ? gateway.clear(pair, claimed) : gateway.report(pair, claimed),
    onChange: () => undefined,
    onError: (error) => console.error(error),
  });
  submitter.start();
  return {
    sell(first: number): void {
      for (let index = first; index < first + perPost; index += 1)
        issueSale(saleSchema.parse(index % 4 === 0 ? { ...saleOf(5), ...buyerOf(index) } : saleOf(5)), {
          by: byCashier,
          ledger,
          seller,
          numberPrefix: 'T1',
          stamper,
          clock: systemClock,
          within: { clearance: 300_000, reporting: authorityProfile.timings.reportWithin },
        });
      submitter.wake();
    },
    /** Resolves when the authority has answered about everything. */
    async send(): Promise<void> {
      while (ledger.search.counts().waiting > 0) await sleep(5);
    },
    close: () => submitter.stop(),
  };
}

function buyerOf(index: number) {
  const { buyer } = businessSale;
  return { customer: 'business', buyer: { ...buyer, name: `شركة المشتري ${index % 200}` } };
}

/** Enrols the till. @returns a function that sends what the office does not have, in one batch */
async function enrolled(database: OfficeDatabase, ledger: Ledger): Promise<() => Promise<void>> {
  const tenant = await tenantNamed(database, 'Shops');
  const { serial, vatNumber } = subject;
  const code = await addTill(database, { tenant, vatNumber, branch: 'Olaya', name: 'Till 1' });
  const answer = await enrol(database, { code, publicKey, serial, vatNumber, ledger: ledger.id });
  if (answer.result !== 'enrolled') throw new Error(answer.code);
  const { key } = (await knownTill(database, tenant, answer.device)) ?? {};
  if (key === undefined) throw new Error('not enrolled');
  let have: Pick<FeedHead, 'icv' | 'event' | 'audit'> = { icv: 0, event: 0, audit: 0 };
  return async () => {
    const rows = ledger.outbox.after(have, { rows: mostRows, characters: 8_000_000 });
    const batch = batchSchema.parse({ ledger: ledger.id, found: null, ...rows });
    const kept = await ingest(database, key, batch);
    if (kept.result !== 'kept') throw new Error(JSON.stringify(kept));
    ({ have } = kept);
  };
}

type Sizes = ReadonlyMap<string, number>;

/** Returns the bytes of each table, with its values outside of rows, and of each index. */
async function sizesIn(database: OfficeDatabase): Promise<Sizes> {
  const { rows } = await database.asOwner((client) =>
    client.query<{ name: string; bytes: number }>(
      `SELECT relname AS name, (CASE relkind WHEN 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END)::float8 AS bytes
       FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`,
    ),
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Returns what a document adds to each of them, largest first. */
function grownBy(before: Sizes, after: Sizes): Lines {
  const grown = [...after]
    .map(([name, bytes]) => ({ name, total: Math.round((bytes - (before.get(name) ?? 0)) / documents) }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total);
  const all = grown.reduce((sum, { total }) => sum + total, 0);
  return Object.fromEntries([
    ['all tables and indexes, bytes a document', { total: all }],
    ...grown.map(({ name, total }) => [name, { total }] as const),
  ]);
}
