import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import { fail } from '../../../shared/failure.ts';
import type { Batch, EventRow, FeedAnswer, FeedHead } from '../../../shared/office/wire/feed.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
import { answersWithin, byKey, type OfficeDatabase } from '../database/database.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { assess, type Verdict } from './assess.ts';
import { changeStates } from './change-states.ts';
import { type DocumentState, firstState, stateAfter } from './document-state.ts';
import { deductionSums, insertRows, type NewRows, vatSums } from './insert-rows.ts';
import type { LargeReader } from './large-reader.ts';
import { type LockedChain, lockChains, nameOf, type Post } from './lock-chains.ts';
import { packRows } from './pack-rows.ts';
import { mostHere } from './read-batch.ts';
import { type Received, readReceived } from './read-received.ts';
import { type Contact, recordContacts } from './record-contacts.ts';
import { createRollUp, type RollUp } from './roll-up.ts';

export interface ReadPost extends Post {
  readonly received: readonly (Received | undefined)[];
  /** The time of its arrival, in milliseconds since 1970. */
  readonly at: number;
}

/** The answer to a batch; `left` when the till is no longer a member. */
export type Ingested = FeedAnswer | { readonly result: 'left' };

/**
 * The number of characters of documents that are read and verified before the server answers other requests, which is a
 * few milliseconds' work.
 */
const atOnce = 64 * 1024;

/**
 * Reads the documents of a batch, and lets the server answer other requests meanwhile.
 * @param large reads documents that would hold up those requests
 */
export async function readPost(key: ChainKey, batch: Batch, large?: LargeReader): Promise<ReadPost> {
  const at = Date.now();
  const received: (Received | undefined)[] = [];
  let characters = 0;
  for (const row of batch.documents) {
    if (large !== undefined && row.xml.length > mostHere.document) {
      received.push(await large.document(row));
      continue;
    }
    characters += row.xml.length;
    if (characters > atOnce) {
      await nextTick();
      characters = row.xml.length;
    }
    received.push(readReceived(row));
  }
  return { key, batch, received, at };
}

/** Stores one batch in a transaction of its own; see `ingestTogether`. */
export async function ingest(database: OfficeDatabase, key: ChainKey, batch: Batch): Promise<Ingested> {
  const { answers } = await ingestTogether(database, key.tenant, [await readPost(key, batch)]);
  const [answer = fail('internal')] = answers;
  return answer;
}

interface IngestedTogether {
  readonly answers: readonly Ingested[];
  readonly verified: number;
}

/**
 * Stores batches of a tenant's tills, one of each till, in one transaction that locks their chains. Each batch is
 * stored completely or not at all. A repeated batch gets the same answer. A refused batch goes into quarantine, unless
 * only earlier rows are missing.
 * @returns the answers in the order of the posts, and the number of documents whose stamps count as verified
 */
export function ingestTogether(
  database: OfficeDatabase,
  tenant: number,
  posts: readonly ReadPost[],
): Promise<IngestedTogether> {
  return database.within({ tenant }, (client) => keepAll(client, posts), byKey, answersWithin);
}

async function keepAll(client: PoolClient, posts: readonly ReadPost[]): Promise<IngestedTogether> {
  const chains = await lockChains(client, posts);
  const rollUp = createRollUp();
  const kept: { rows: NewRows; later: EventRow[] }[] = [];
  const contacts: Contact[] = [];
  const answers: Ingested[] = [];
  let verified = 0;
  for (const post of posts) {
    const chain = chains.get(nameOf(post.key)) ?? fail('not-found');
    if (chain.hasLeft) {
      answers.push({ result: 'left' });
      continue;
    }
    const verdict = chain.isFrozen ? stoppedAt(post) : assess(post.batch, post.received, chain);
    if (verdict === undefined) {
      const have = headAfter(post.batch, chain.head);
      const newRows = newRowsOf(post, chain);
      const isVerified = chain.isVerified && newRows.rows.documents.every((each) => each.isVerified);
      if (isVerified) verified += newRows.rows.documents.length;
      kept.push(newRows);
      contacts.push({ post, have, isVerified: isVerified && newRows.rows.documents.length > 0 });
      answers.push({ result: 'kept', have });
    } else {
      if (isEvidence(post, verdict)) await quarantine(client, post, verdict);
      contacts.push({ post, have: chain.head, refused: verdict.code });
      answers.push({ result: 'refused', ...verdict, have: chain.head });
    }
  }
  for (const { rows } of kept) sumUp(rows, rollUp);
  const { wholes, ...packed } = await packRows(
    client,
    kept.map(({ rows }) => rows),
  );
  await insertRows(
    client,
    kept.map(({ rows }) => rows),
    packed,
  );
  await changeStates(
    client,
    kept.map(({ rows: { key }, later }) => ({ key, events: later })),
    rollUp,
  );
  await rollUp.write(client);
  await recordContacts(client, contacts, wholes);
  return { answers, verified };
}

/** The answer to a batch from a stolen till: nothing more is added to its chain. */
const stoppedAt = ({ batch }: Post): Verdict => ({ code: 'stopped', at: batch.head.icv });

/** A batch of a stolen till without rows is no evidence, so it is not kept. */
const isEvidence = ({ batch: { documents, events, audit } }: Post, { code }: Verdict): boolean =>
  code !== 'ahead' && (code !== 'stopped' || documents.length + events.length + audit.length > 0);

/** Returns the new rows of a batch, and those of its events that concern documents which the office already had. */
function newRowsOf({ key, batch, received }: ReadPost, { head, wholes }: LockedChain) {
  const isNew = (document: Received | undefined): document is Received =>
    document !== undefined && document.row.icv > head.icv;
  const documents = received.filter(isNew);
  const events = batch.events.filter(({ id }) => id > head.event);
  const states = new Map<number, DocumentState>(documents.map(({ row }) => [row.icv, firstState(row)]));
  const later: EventRow[] = [];
  for (const event of events) {
    const state = states.get(event.icv);
    if (state === undefined) later.push(event);
    else states.set(event.icv, stateAfter(state, event));
  }
  const audit = batch.audit.filter(({ id }) => id > head.audit);
  return { rows: { key, documents, events, audit, states, wholes }, later };
}

function sumUp({ key, documents, states }: NewRows, rollUp: RollUp): void {
  for (const document of documents) {
    const { row, facts, amounts } = document;
    const { taxExclusive: taxable, vat } = amounts.totals;
    rollUp.add({
      key,
      day: facts.issuedAt.slice(0, 10),
      kind: facts.typeCode,
      selfBilled: facts.selfBilled,
      currency: facts.currency,
      state: (states.get(row.icv) ?? firstState(row)).state,
      payable: amountDue(amounts),
      taxable,
      vat,
      byCategory: vatSums(document),
      deducted: deductionSums(document),
    });
  }
}

/** Returns the head after these rows; rows that the office already had do not move it. */
function headAfter({ documents, events, audit }: Batch, head: FeedHead): FeedHead {
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

/**
 * The limits of the quarantine for one chain: the number of batches and of their packed bytes. The first batches are
 * kept, since they show what happened. After two people have released or stopped the till, the count begins again.
 */
const mostQuarantined = { batches: 200, bytes: 64 * 2 ** 20 };

/**
 * Stores the batch as received, once for the same rows. The till's status is ignored in the comparison, since it
 * changes with each batch.
 */
async function quarantine(
  client: PoolClient,
  { key, batch: { status: _, orders: __, ...batch } }: Post,
  { code, at }: Verdict,
): Promise<void> {
  const text = JSON.stringify(batch);
  await client.query(
    `INSERT INTO quarantine (bucket, device, generation, tenant, entity, branch, code, at, digest, received_at, ledger, rows)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, now(), $10, $11
     FROM (SELECT count(*) AS batches, coalesce(sum(octet_length(rows)), 0) AS bytes FROM quarantine
       WHERE bucket = $1 AND device = $2 AND generation = $3 AND received_at > coalesce(greatest(
         (SELECT max(confirmed_at) FROM release_request WHERE device = $2),
         (SELECT max(confirmed_at) FROM stop_request WHERE device = $2)), '-infinity')) AS kept
     WHERE kept.batches < $12 AND kept.bytes < $13 ON CONFLICT DO NOTHING`,
    [
      key.bucket,
      key.device,
      key.generation,
      key.tenant,
      key.entity,
      key.branch,
      code,
      at,
      createHash('sha256').update(text).digest(),
      batch.ledger,
      zstdCompressSync(text),
      mostQuarantined.batches,
      mostQuarantined.bytes,
    ],
  );
}
