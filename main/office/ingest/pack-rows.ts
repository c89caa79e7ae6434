import type { PoolClient } from 'pg';
import type { EventRow } from '../../../shared/office/wire/feed.ts';
import { inBuckets } from '../database/citus.ts';
import { createPacker, isInReach, type Packed, unpack, type Whole, type Wholes } from '../packing/packing.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type Columns, chainColumns, queryWith, tableOf } from './insert-many.ts';
import { nameOf } from './lock-chains.ts';
import type { Received } from './read-received.ts';

/* Packs the documents of a transaction, and the authority's copies, by those that are stored whole. */

export interface PackedRow extends Packed {
  readonly key: ChainKey;
  readonly icv: number;
}

/** The new documents and events of a chain. */
export interface RowsToPack {
  readonly key: ChainKey;
  readonly documents: readonly Received[];
  readonly events: readonly EventRow[];
  /** As they are before this transaction. */
  readonly wholes: Wholes;
}

type Table = 'body' | 'cleared';

interface Content {
  readonly icv: number;
  readonly xml: Buffer;
}

export async function packRows(
  client: PoolClient,
  chains: readonly RowsToPack[],
): Promise<{ bodies: PackedRow[]; cleared: PackedRow[]; wholes: ReadonlyMap<string, Wholes> }> {
  const copies = await newCopies(client, chains);
  const bodies = await pack(
    client,
    'body',
    chains.map(({ key, documents, wholes }) => ({
      ...{ key, whole: wholes.body },
      contents: documents.map(({ row: { icv }, xml }) => ({ icv, xml })),
    })),
  );
  const cleared = await pack(
    client,
    'cleared',
    chains.map(({ key, wholes }) => ({
      ...{ key, whole: wholes.cleared },
      contents: copies.get(nameOf(key)) ?? [],
    })),
  );
  const wholes = new Map(
    chains.map(({ key }) => {
      const name = nameOf(key);
      return [name, { body: bodies.wholes.get(name) ?? null, cleared: cleared.wholes.get(name) ?? null }];
    }),
  );
  return { bodies: bodies.rows, cleared: cleared.rows, wholes };
}

/**
 * Returns the authority's copies that the office does not have yet, in the order of their counters. Each acceptance of a
 * document contains it, and two calls may have overlapped.
 */
async function newCopies(
  client: PoolClient,
  chains: readonly RowsToPack[],
): Promise<ReadonlyMap<string, Content[]>> {
  const copies = new Map<string, Map<number, Content>>();
  const earlier: { key: ChainKey; icv: number }[] = [];
  for (const { key, documents, events } of chains) {
    const copiesOfChain = new Map<number, Content>();
    const isNew = new Set(documents.map(({ row }) => row.icv));
    for (const { icv, cleared } of events) {
      if (cleared === null || copiesOfChain.has(icv)) continue;
      copiesOfChain.set(icv, { icv, xml: Buffer.from(cleared, 'utf8') });
      if (!isNew.has(icv)) earlier.push({ key, icv });
    }
    copies.set(nameOf(key), copiesOfChain);
  }
  for (const { icv, ...chain } of await stored(client, 'cleared', 'true', earlier))
    copies.get(nameOf(chain))?.delete(Number(icv));
  return new Map(
    [...copies].map(([name, found]) => [name, [...found.values()].sort((a, b) => a.icv - b.icv)]),
  );
}

async function pack(
  client: PoolClient,
  table: Table,
  chains: readonly { key: ChainKey; whole: number | null; contents: readonly Content[] }[],
) {
  const needed = chains.flatMap(({ key, whole, contents }) =>
    whole !== null && contents.some(({ icv }) => isInReach(whole, icv)) ? [{ key, icv: whole }] : [],
  );
  const found = new Map<string, Whole>();
  for (const { icv, xml, ...chain } of await stored(client, table, 'base IS NULL', needed))
    found.set(nameOf(chain), { icv: Number(icv), xml: unpack(xml, null) });
  const rows: PackedRow[] = [];
  const wholes = new Map<string, number | null>();
  for (const { key, whole, contents } of chains) {
    const packer = createPacker(found.get(nameOf(key)));
    for (const { icv, xml } of contents) rows.push({ key, icv, ...packer.pack(icv, xml) });
    // A late copy of an old document is not the newest.
    wholes.set(nameOf(key), Math.max(packer.whole ?? 0, whole ?? 0) || null);
  }
  return { rows, wholes };
}

interface StoredRow {
  device: number;
  generation: number;
  icv: string;
  xml: Buffer;
}

const documentKey: Columns<{ readonly key: ChainKey; readonly icv: number }> = {
  ...chainColumns,
  icv: ['bigint', ({ icv }) => icv],
};

async function stored(
  client: PoolClient,
  table: Table,
  condition: string,
  wanted: readonly { key: ChainKey; icv: number }[],
): Promise<StoredRow[]> {
  if (wanted.length === 0) return [];
  const k = tableOf('k', documentKey, wanted);
  const { rows } = await queryWith<StoredRow>(
    client,
    `SELECT b.device, b.generation, b.icv, b.xml
     FROM ${k.from} JOIN ${table} AS b USING (bucket, device, generation, icv)
     WHERE ${condition} AND ${inBuckets(client, 'b.bucket')}`,
    k,
  );
  return rows;
}
