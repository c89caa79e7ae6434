import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { systemClock } from '../../main/base/platform/clock.ts';
import { type Ledger, openLedger } from '../../main/books/ledger/ledger.ts';
import {
  csidToCertificateText,
  readCertificate,
} from '../../main/document/stamp/certificates/certificate.ts';
import { createStamper } from '../../main/document/stamp/stamp.ts';
import type { Pair } from '../../main/gateway/basic.ts';
import { createGateway } from '../../main/gateway/client.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import type { Sandbox } from '../../main/sandbox/start-sandbox.ts';
import { createSubmitter } from '../../main/sending/submission/submitter.ts';
import { issueSale } from '../../main/till/issue/issue-sale.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { businessSale, Device, seller } from '../sandbox/device.ts';
import { byCashier } from '../support/run/callers.ts';
import type { Lines } from './measure.ts';
import { saleOf } from './sale-of.ts';

/*
 * Measures what a document takes in the file: sales of five lines, every fourth one a business invoice, issued and sent
 * as a till does, with the authority's answers and all that idle moments add. Bytes are given for each table and index.
 */

const documents = 4_000;
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-storage-'));
const file = path.join(folder, 'ledger.db');

export async function run(): Promise<Lines> {
  const authority = fork(new URL('drain-authority.ts', import.meta.url));
  try {
    const [{ address, otp }] = (await once(authority, 'message')) as [{ address: string; otp: string }];
    const device = new Device({ address, makeOtp: () => otp } as Sandbox, systemClock);
    await fill(authority, device, await device.onboard());
    return bytesOf();
  } finally {
    authority.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function fill(authority: ChildProcess, device: Device, pair: Pair): Promise<void> {
  authority.send({ delay: 0 });
  await once(authority, 'message');
  const ledger = openLedger(file, { environment: 'training' });
  const certificate = readCertificate(csidToCertificateText(pair.csid));
  const stamper = createStamper({ key: device.key, certificate });
  for (let index = 0; index < documents; index += 1)
    issueSale(saleSchema.parse(index % 4 === 0 ? { ...saleOf(5), ...buyerOf(index) } : saleOf(5)), {
      by: byCashier,
      ledger,
      seller,
      numberPrefix: 'T1',
      stamper,
      clock: systemClock,
      within: { clearance: 300_000, reporting: authorityProfile.timings.reportWithin },
    });
  await send(
    ledger,
    createGateway({ profile: authorityProfile, baseUrl: device.sandbox.address, fetch }),
    pair,
  );
  while (ledger.search.index(1000) > 0);
  ledger.close();
}

function buyerOf(index: number) {
  const { buyer } = businessSale;
  return { customer: 'business', buyer: { ...buyer, name: `شركة المشتري ${index % 200}` } };
}

async function send(ledger: Ledger, gateway: ReturnType<typeof createGateway>, pair: Pair): Promise<void> {
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
  while (ledger.search.counts().waiting > 0) await sleep(50);
  await submitter.stop();
}

/** Returns the bytes for a document of the file, and of each table and index, largest first. */
function bytesOf(): Lines {
  const database = new BetterSqlite3(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const parts = database
    .prepare<[], [string, number]>('SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC')
    .raw()
    .all();
  database.close();
  const line = (what: string, bytes: number) => [what, { total: bytes / documents }] as const;
  // Every table and index has a page, however empty it is.
  const filled = parts.filter(([, bytes]) => bytes / documents >= 2);
  return Object.fromEntries([
    line('the file, bytes a document', statSync(file).size),
    ...filled.map(([name, bytes]) => line(name, bytes)),
  ]);
}
