import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { type CryptoKey, exportJWK } from 'jose';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { hexDigest } from '../../../main/document/stamp/digest.ts';
import { nonceHeader, signRequest } from '../../../main/link/wire/signed-request.ts';
import type { OfficeDatabase } from '../../../main/office/database/database.ts';
import { buckets, tenantNamed } from '../../../main/office/tills/tills.ts';
import { certificateSubject } from '../../../main/sending/credential/certificate-subject.ts';
import {
  type Batch,
  type DocumentRow,
  feedAnswerSchema,
  mostRows,
} from '../../../shared/office/wire/feed.ts';
import { saleSchema } from '../../../shared/sale/sale.ts';
import { openTill } from '../../integration/till.ts';

/*
 * A till that signs its own requests and sends documents that were really issued. Many of these tills send documents of
 * the same chain.
 */

export interface LightTill {
  readonly name: string;
  readonly ledger: string;
  readonly chain: readonly DocumentRow[];
  /**
   * The time of issue of each of its documents, by the bench's clock. The array's length is the counter of the till's
   * last document.
   */
  readonly issuedAt: number[];
  sent: number;
  events: number;
  postedAt: number;
}

const line = { name: 'قهوة', quantity: '1', unitPrice: '11.50' };

/** The number of milliseconds between a document and the authority's answer. */
const answeredAfter = 3_000;

/** Issues the documents of `count` chains. */
export function makeChains(folder: string, count: number, length: number): DocumentRow[][] {
  return Array.from({ length: count }, () => {
    const till = openTill(path.join(mkdtempSync(path.join(folder, 'till-')), 'ledger.db'), {
      now: () => Date.now(),
    });
    for (let index = 0; index < length; index += 1)
      till.issueInto(till.ledger, saleSchema.parse({ saleId: randomUUID(), lines: [line, line, line] }));
    const rows: DocumentRow[] = [];
    while (rows.length < length) {
      const have = { icv: rows.length, event: 0, audit: 0 };
      rows.push(...till.ledger.outbox.after(have, { rows: 200, characters: 8_000_000 }).documents);
    }
    return rows;
  });
}

/** Enrols `count` tills with two statements, since only later work is measured. */
export async function enrolAll(
  database: OfficeDatabase,
  publicKey: CryptoKey,
  chains: readonly (readonly DocumentRow[])[],
  tills: number,
): Promise<LightTill[]> {
  const tenant = await tenantNamed(database, 'Shops');
  const { kty, crv, x, y } = await exportJWK(publicKey);
  const { serial } = certificateSubject(trainingCompany);
  return database.asOwner(async (client) => {
    await client.query('INSERT INTO entity (tenant, vat_number) VALUES ($1, $2)', [
      tenant,
      trainingCompany.vatNumber,
    ]);
    await client.query(
      "INSERT INTO branch (tenant, entity, name) SELECT tenant, entity, 'Olaya' FROM entity",
    );
    await client.query(
      `INSERT INTO device (tenant, entity, branch, name, public_key, serial, enrolled_at)
       SELECT tenant, entity, branch, 'Till ' || n, $1, $2, now() FROM branch, generate_series(1, $3) AS n`,
      [JSON.stringify({ kty, crv, x, y }), serial, tills],
    );
    const { rows } = await client.query<{ device: number; ledger: string }>(
      `INSERT INTO chain (bucket, device, generation, tenant, entity, branch, ledger, icv, hash, event, audit,
         audit_hash, last_contact)
       SELECT device % ${buckets}, device, 1, tenant, entity, branch, id, 0, $1, 0, 0, id::text, now()
       FROM (SELECT *, gen_random_uuid() AS id FROM device) AS d RETURNING device, ledger`,
      [hexDigest('0')],
    );
    return rows.map(({ device, ledger }, index) => ({
      name: `${tenant}.${device}`,
      ledger,
      issuedAt: [],
      sent: 0,
      events: 0,
      postedAt: 0,
      chain: chains[index % chains.length] ?? [],
    }));
  });
}

/** Returns how many events a till has for its first documents. */
export function eventsThrough({ issuedAt }: LightTill, documentsSent: number): number {
  const answered = performance.now() - answeredAfter;
  const waiting = issuedAt.findIndex((at) => at > answered);
  return 2 * Math.min(documentsSent, waiting === -1 ? issuedAt.length : waiting);
}

function batchOf(till: LightTill) {
  const through = Math.min(till.issuedAt.length, till.sent + mostRows);
  const documents = till.chain.slice(till.sent, through);
  const head = till.chain[through - 1];
  const at = Date.now();
  const events = Array.from(
    { length: Math.min(mostRows, eventsThrough(till, through) - till.events) },
    (_, index) => eventOf(till.events + index + 1, at),
  );
  const batch: Batch = {
    ledger: till.ledger,
    found: null,
    documents,
    events,
    audit: [],
    head: {
      icv: through,
      hash: head?.hash ?? hexDigest('0'),
      event: till.events + events.length,
      audit: 0,
      auditHash: till.ledger,
    },
    status: {
      now: at,
      version: '0.1.0',
      environment: 'production',
      unready: null,
      waiting: documents.length,
      parked: 0,
      rejected: 0,
      nearestDeadline: null,
      connection: 'online',
      skewMs: 0,
      alarms: [],
      certificate: { serial: '1', validFrom: 0, validTo: at },
    },
  };
  return { batch, through, events: events.length };
}

/** Returns one of the two events of a document: that it was sent, or that it was answered. */
function eventOf(id: number, at: number): Batch['events'][number] {
  const row = { id, icv: Math.ceil(id / 2), at, why: null, cleared: null };
  const later = { nextAt: null, reportBy: null };
  if (id % 2 === 1)
    return { ...row, ...later, event: 'sent', httpStatus: null, outcome: null, status: null, answer: null };
  const answer = { status: 'REPORTED', answer: '{"reportingStatus":"REPORTED"}' };
  return { ...row, ...later, event: 'answered', httpStatus: 200, outcome: 'accepted', ...answer };
}

/** The connection of all tills to an office, with measurements. */
export interface TillLine {
  /**
   * @returns true when the office has everything that the till had, false when it does not, or the number of
   * milliseconds to wait before the next post
   */
  post(till: LightTill): Promise<boolean | number>;
  /** The number of milliseconds from each document to the office's answer. */
  readonly lags: number[];
  readonly posts: number;
  readonly refusedPosts: number;
}

export function createTillLine(address: string, privateKey: CryptoKey): TillLine {
  const seen = { lags: [] as number[], posts: 0, refusedPosts: 0 };
  let nonce: string | undefined;

  async function post(till: LightTill): Promise<boolean | number> {
    const { batch, through, events } = batchOf(till);
    const isThrough = batch.documents.length < mostRows && batch.events.length < mostRows;
    const body = zstdCompressSync(JSON.stringify(batch));
    const signed = { till: till.name, path: '/office/v1/feed', body, nonce, now: Date.now() };
    const token = await signRequest(privateKey, signed);
    const response = await fetch(`${address}${signed.path}`, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { authorization: `DPoP ${token}`, 'content-encoding': 'zstd' },
      signal: AbortSignal.timeout(60_000),
    });
    nonce = response.headers.get(nonceHeader) ?? nonce;
    // Another till may have set a newer nonce already.
    if (response.status === 401 && nonce !== signed.nonce) {
      await response.arrayBuffer();
      return post(till);
    }
    seen.posts += 1;
    if (response.status === 503) {
      await response.text();
      return Number(response.headers.get('retry-after')) * 1000;
    }
    const answer = feedAnswerSchema.parse(await response.json());
    if (answer.result !== 'kept') {
      seen.refusedPosts += 1;
      return false;
    }
    const now = performance.now();
    for (let index = till.sent; index < through; index += 1)
      seen.lags.push(now - (till.issuedAt[index] ?? now));
    till.sent = through;
    till.events += events;
    till.postedAt = now;
    return isThrough;
  }

  return Object.assign(seen, { post });
}
