import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import { fail } from '../../../../shared/failure.ts';
import type { Batch, FeedAnswer, FleetHead } from '../../../../shared/fleet/feed.ts';
import type { OfficeDatabase } from '../database/database.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { assess, type KnownChain, type Verdict } from './assess.ts';
import { insertRows } from './insert-rows.ts';
import { type Received, readReceived } from './read-received.ts';

interface ChainRow {
  ledger: string;
  icv: string;
  hash: string;
  event: string;
  audit: string;
  audit_hash: string;
  serial: string;
  vat_number: string;
}

/**
 * Keeps a batch of a till, all of it or nothing, in one transaction under the lock on its chain. The same batch again
 * is answered the same. What is refused is kept in quarantine, unless rows before it are merely missing.
 */
export async function ingest(database: OfficeDatabase, key: ChainKey, batch: Batch): Promise<FeedAnswer> {
  const received = await readAll(batch);
  return database.within({ tenant: key.tenant }, async (client) => {
    const chain = await lock(client, key, batch);
    const verdict = assess(batch, received, chain);
    if (verdict !== undefined) {
      if (verdict.code !== 'ahead') await quarantine(client, key, batch, verdict);
      return { result: 'refused', ...verdict, have: chain.head };
    }
    const isNew = (document: Received | undefined): document is Received =>
      document !== undefined && document.row.icv > chain.head.icv;
    const have = headAfter(batch, chain.head);
    await insertRows(client, key, {
      documents: received.filter(isNew),
      events: batch.events.filter(({ id }) => id > chain.head.event),
      audit: batch.audit.filter(({ id }) => id > chain.head.audit),
    });
    await client.query(
      `UPDATE chain SET icv = $4, hash = $5, event = $6, audit = $7, audit_hash = $8, last_contact = now()
       WHERE bucket = $1 AND device = $2 AND generation = $3`,
      [...keyOf(key), have.icv, have.hash, have.event, have.audit, have.auditHash],
    );
    return { result: 'kept', have };
  });
}

/** Documents read before the server answers others: some milliseconds. */
const atOnce = 10;

async function readAll({ documents }: Batch): Promise<(Received | undefined)[]> {
  const received: (Received | undefined)[] = [];
  for (const row of documents) {
    if (received.length % atOnce === atOnce - 1) await nextTurn();
    received.push(readReceived(row));
  }
  return received;
}

const keyOf = ({ bucket, device, generation }: ChainKey) => [bucket, device, generation];

async function lock(
  client: PoolClient,
  key: ChainKey,
  { documents, audit, head }: Batch,
): Promise<KnownChain> {
  const { rows } = await client.query<ChainRow>(
    `SELECT c.ledger, c.icv, c.hash, c.event, c.audit, c.audit_hash, d.serial, e.vat_number
     FROM chain AS c JOIN device AS d USING (device) JOIN entity AS e ON e.entity = c.entity
     WHERE c.bucket = $1 AND c.device = $2 AND c.generation = $3 FOR UPDATE OF c`,
    keyOf(key),
  );
  const [row = fail('not-found')] = rows;
  const known = await client.query<{ icv: string; hash: string; digest: string }>(
    `SELECT icv, hash, encode(digest, 'hex') AS digest FROM document
     WHERE bucket = $1 AND device = $2 AND generation = $3 AND icv = ANY ($4::bigint[])`,
    [...keyOf(key), [...documents.map(({ icv }) => icv), head.icv]],
  );
  const lines = await client.query<{ id: string; hash: string }>(
    `SELECT id, hash FROM audit_line
     WHERE bucket = $1 AND device = $2 AND generation = $3 AND id = ANY ($4::bigint[])`,
    [...keyOf(key), [...audit.map(({ id }) => id), head.audit]],
  );
  return {
    ledger: row.ledger,
    head: {
      icv: Number(row.icv),
      hash: row.hash,
      event: Number(row.event),
      audit: Number(row.audit),
      auditHash: row.audit_hash,
    },
    serial: row.serial,
    vatNumber: row.vat_number,
    documents: new Map(known.rows.map(({ icv, ...each }) => [Number(icv), each])),
    lines: new Map(lines.rows.map(({ id, hash }) => [Number(id), hash])),
  };
}

/** Rows that the office had already move nothing. */
function headAfter({ documents, events, audit }: Batch, head: FleetHead): FleetHead {
  const document = documents.at(-1);
  const line = audit.at(-1);
  const isFurther = document !== undefined && document.icv > head.icv;
  const isLonger = line !== undefined && line.id > head.audit;
  return {
    icv: isFurther ? document.icv : head.icv,
    hash: isFurther ? document.hash : head.hash,
    event: Math.max(head.event, events.at(-1)?.id ?? 0),
    audit: isLonger ? line.id : head.audit,
    auditHash: isLonger ? line.hash : head.auditHash,
  };
}

/** The batch as it came, once for the same bytes. */
async function quarantine(
  client: PoolClient,
  key: ChainKey,
  batch: Batch,
  { code, at }: Verdict,
): Promise<void> {
  const text = JSON.stringify(batch);
  await client.query(
    `INSERT INTO quarantine (bucket, device, generation, tenant, entity, branch, code, at, digest, received_at, ledger, rows)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), $10, $11) ON CONFLICT DO NOTHING`,
    [
      ...keyOf(key),
      key.tenant,
      key.entity,
      key.branch,
      code,
      at,
      createHash('sha256').update(text).digest(),
      batch.ledger,
      zstdCompressSync(text),
    ],
  );
  await client.query(
    `UPDATE chain SET refused = $4, refused_at = now(), last_contact = now()
     WHERE bucket = $1 AND device = $2 AND generation = $3`,
    [...keyOf(key), code],
  );
}
