import type { PoolClient } from 'pg';
import type { FeedHead, Refusal } from '../../../shared/office/wire/feed.ts';
import type { Wholes } from '../packing/packing.ts';
import { type Columns, chainColumns, queryWith, tableOf } from './insert-many.ts';
import { nameOf, type Post } from './lock-chains.ts';

export interface Contact {
  readonly post: Post & { readonly at: number };
  readonly have: FeedHead;
  /** True when the stamps of all documents are verified, new ones among them. */
  readonly isVerified?: boolean;
  /** The reason for a refusal; absent when the post was accepted. */
  readonly refused?: Refusal;
}

const columns: Columns<ReturnType<typeof changesOf>> = {
  ...chainColumns,
  icv: ['bigint', ({ have }) => have.icv],
  hash: ['text', ({ have }) => have.hash],
  event: ['bigint', ({ have }) => have.event],
  audit: ['bigint', ({ have }) => have.audit],
  audit_hash: ['text', ({ have }) => have.auditHash],
  at: ['timestamptz', ({ at }) => at],
  till_icv: ['bigint', ({ tillIcv }) => tillIcv],
  is_complete: ['boolean', ({ isComplete }) => isComplete],
  is_verified: ['boolean', ({ isVerified }) => isVerified],
  status: ['jsonb', ({ status }) => status && JSON.stringify(status, storable)],
  skew_ms: ['bigint', ({ status, at }) => status && status.now - at],
  refused: ['text', ({ refused }) => (refused === 'ahead' ? undefined : refused)],
  whole_icv: ['bigint', ({ wholes }) => wholes?.body],
  whole_cleared_icv: ['bigint', ({ wholes }) => wholes?.cleared],
};

/**
 * Moves the heads of chains, and records the status that their tills report.
 * @param wholes the counters of chains whose posts were accepted, by their names
 */
export async function recordContacts(
  client: PoolClient,
  contacts: readonly Contact[],
  wholes: ReadonlyMap<string, Wholes>,
): Promise<void> {
  if (contacts.length === 0) return;
  const changes = contacts.map((contact) => changesOf(contact, wholes.get(nameOf(contact.post.key))));
  const k = tableOf('k', columns, changes);
  await queryWith(
    client,
    `UPDATE chain AS c SET icv = k.icv, hash = k.hash, event = k.event, audit = k.audit, audit_hash = k.audit_hash,
       last_contact = k.at, till_icv = k.till_icv,
       verified_icv = CASE WHEN k.is_verified THEN k.icv ELSE c.verified_icv END,
       verified_at = CASE WHEN k.is_verified THEN k.at ELSE c.verified_at END,
       complete_at = CASE WHEN k.is_complete THEN k.at ELSE c.complete_at END,
       status = coalesce(k.status, c.status),
       status_at = CASE WHEN k.status IS NULL THEN c.status_at ELSE k.at END,
       skew_ms = coalesce(k.skew_ms, c.skew_ms),
       refused = coalesce(k.refused, c.refused),
       refused_at = CASE WHEN k.refused IS NULL THEN c.refused_at ELSE k.at END,
       whole_icv = coalesce(k.whole_icv, c.whole_icv),
       whole_cleared_icv = coalesce(k.whole_cleared_icv, c.whole_cleared_icv)
     FROM ${k.from}
     WHERE c.bucket = k.bucket AND c.device = k.device AND c.generation = k.generation`,
    k,
  );
}

function changesOf(
  { post: { key, batch, at }, have, isVerified = false, refused }: Contact,
  wholes: Wholes | undefined,
) {
  const { head, status } = batch;
  const isComplete =
    refused === undefined &&
    head.icv === have.icv &&
    head.hash === have.hash &&
    head.event === have.event &&
    head.audit === have.audit;
  return {
    ...{ key, have, at, isComplete, isVerified, refused, wholes },
    // A refused post may come from a clone, whose head tells nothing about the real till.
    tillIcv: refused === undefined ? Math.max(head.icv, have.icv) : have.icv,
    status: isAClone(refused) ? undefined : status,
  };
}

/** jsonb can hold neither NUL nor half of a surrogate pair. */
const storable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{fffd}') : value;

/** Returns true if a refusal shows a clone; a till that sends from an older position is the real one. */
const isAClone = (refused: Refusal | undefined) => refused !== undefined && refused !== 'ahead';
