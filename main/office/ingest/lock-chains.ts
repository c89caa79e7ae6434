import type { PoolClient } from 'pg';
import { fail } from '../../../shared/failure.ts';
import type { Batch } from '../../../shared/office/wire/feed.ts';
import { inBuckets } from '../database/citus.ts';
import type { Wholes } from '../packing/packing.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import type { KnownChain } from './assess.ts';
import { type Columns, chainColumns, queryWith, tableOf } from './insert-many.ts';

export interface Post {
  readonly key: ChainKey;
  readonly batch: Batch;
}

export interface LockedChain extends KnownChain {
  /** True once the till has left: nothing more is accepted from it. */
  readonly hasLeft: boolean;
  /** True once two people have confirmed that the till was stolen. */
  readonly isFrozen: boolean;
  /** True when the stamps of all documents are verified. */
  readonly isVerified: boolean;
  readonly wholes: Wholes;
}

interface ChainRow {
  device: number;
  generation: number;
  ledger: string;
  icv: string;
  hash: string;
  event: string;
  audit: string;
  audit_hash: string;
  verified_icv: string;
  whole_icv: string | null;
  whole_cleared_icv: string | null;
}

interface TillRow {
  device: number;
  serial: string;
  vat_number: string;
  left_at: Date | null;
  frozen_at: Date | null;
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));

export const nameOf = ({ device, generation }: Pick<ChainKey, 'device' | 'generation'>) =>
  `${device}/${generation}`;

/**
 * Locks the chains of these posts, which must all be different, always in the same order. Also reads the rows with
 * which the posts are compared.
 */
export async function lockChains(
  client: PoolClient,
  posts: readonly Post[],
): Promise<ReadonlyMap<string, LockedChain>> {
  // After waiting for a lock, a statement sees the locked row as it is then, but rows of other tables as they were
  // before.
  const k = tableOf('k', chainColumns, posts);
  const { rows } = await queryWith<ChainRow>(
    client,
    `SELECT c.device, c.generation, c.ledger, c.icv, c.hash, c.event, c.audit, c.audit_hash, c.verified_icv,
       c.whole_icv, c.whole_cleared_icv
     FROM ${k.from} JOIN chain AS c USING (bucket, device, generation)
     ORDER BY c.bucket, c.device, c.generation FOR UPDATE OF c`,
    k,
  );
  const tills = await tillsOf(client, rows);
  const heads = new Map(rows.map((row) => [nameOf(row), row]));
  const documents = await knownDocuments(client, posts, heads);
  const lines = await knownLines(client, posts, heads);
  return new Map(
    [...heads].map(([name, row]) => {
      const till = tills.get(row.device) ?? fail('not-found');
      return [
        name,
        {
          ledger: row.ledger,
          head: {
            icv: Number(row.icv),
            hash: row.hash,
            event: Number(row.event),
            audit: Number(row.audit),
            auditHash: row.audit_hash,
          },
          serial: till.serial,
          vatNumber: till.vat_number,
          hasLeft: till.left_at !== null,
          isFrozen: till.frozen_at !== null,
          isVerified: row.verified_icv === row.icv,
          wholes: { body: numberOf(row.whole_icv), cleared: numberOf(row.whole_cleared_icv) },
          documents: documents.get(name) ?? new Map(),
          lines: lines.get(name) ?? new Map(),
        },
      ];
    }),
  );
}

/** Reads, under the locks, the facts about tills that are not in their chains: left, or stopped. */
async function tillsOf(
  client: PoolClient,
  chains: readonly { device: number }[],
): Promise<ReadonlyMap<number, TillRow>> {
  const k = tableOf('k', deviceColumn, chains);
  const { rows } = await queryWith<TillRow>(
    client,
    `SELECT d.device, d.serial, e.vat_number, d.left_at, d.frozen_at
     FROM ${k.from} JOIN device AS d USING (device) JOIN entity AS e ON e.entity = d.entity`,
    k,
  );
  return new Map(rows.map((row) => [row.device, row]));
}

const deviceColumn: Columns<{ readonly device: number }> = { device: ['integer', ({ device }) => device] };
const documentKey: Columns<{ readonly key: ChainKey; readonly icv: number }> = {
  ...chainColumns,
  icv: ['bigint', ({ icv }) => icv],
};
const lineKey: Columns<{ readonly key: ChainKey; readonly id: number }> = {
  ...chainColumns,
  id: ['bigint', ({ id }) => id],
};

type Heads = ReadonlyMap<string, ChainRow>;

/** Reads the documents that the office has at the positions of the posts and their heads; usually there are none. */
async function knownDocuments(client: PoolClient, posts: readonly Post[], heads: Heads) {
  const knownHashes = new Map<string, Map<number, { hash: string; digest: string }>>();
  const wanted = posts.flatMap(({ key, batch }) => {
    const row = heads.get(nameOf(key));
    if (row === undefined) return [];
    const have = Number(row.icv);
    const old = new Set(batch.documents.map(({ icv }) => icv).filter((icv) => icv <= have));
    if (batch.head.icv < have) old.add(batch.head.icv);
    // The office's own head is known, and most posts are about rows after it.
    else if (!old.has(have)) knownHashes.set(nameOf(key), new Map([[have, { hash: row.hash, digest: '' }]]));
    return [...old].map((icv) => ({ key, icv }));
  });
  if (wanted.length === 0) return knownHashes;
  const k = tableOf('k', documentKey, wanted);
  const { rows } = await queryWith<ChainRow & { digest: string }>(
    client,
    `SELECT device, generation, icv, hash, encode(digest, 'hex') AS digest
     FROM ${k.from} JOIN document USING (bucket, device, generation, icv)
     WHERE ${inBuckets(client, 'document.bucket')}`,
    k,
  );
  for (const row of rows) {
    const chainHashes = knownHashes.get(nameOf(row)) ?? new Map();
    knownHashes.set(nameOf(row), chainHashes.set(Number(row.icv), { hash: row.hash, digest: row.digest }));
  }
  return knownHashes;
}

/** Reads the lines of the audit log that the office has at the positions of the posts. */
async function knownLines(client: PoolClient, posts: readonly Post[], heads: Heads) {
  const knownHashes = new Map<string, Map<number, string>>();
  const wanted = posts.flatMap(({ key, batch }) => {
    const row = heads.get(nameOf(key));
    if (row === undefined) return [];
    const have = Number(row.audit);
    knownHashes.set(nameOf(key), new Map([[have, row.audit_hash]]));
    const old = new Set([...batch.audit.map(({ id }) => id), batch.head.audit].filter((id) => id < have));
    return [...old].map((id) => ({ key, id }));
  });
  if (wanted.length === 0) return knownHashes;
  const k = tableOf('k', lineKey, wanted);
  const { rows } = await queryWith<{ device: number; generation: number; id: string; hash: string }>(
    client,
    `SELECT device, generation, id, encode(hash, 'hex') AS hash
     FROM ${k.from} JOIN audit_line USING (bucket, device, generation, id)
     WHERE ${inBuckets(client, 'audit_line.bucket')}`,
    k,
  );
  for (const row of rows) knownHashes.get(nameOf(row))?.set(Number(row.id), row.hash);
  return knownHashes;
}
