import type { PoolClient } from 'pg';
import type { FleetHead, Refusal } from '../../../../shared/fleet/feed.ts';
import { chainColumns, queryWith, rowsOf } from './insert-many.ts';
import { chainValues, type Post } from './lock-chains.ts';

export interface Contact {
  readonly post: Post & { readonly at: number };
  readonly have: FleetHead;
  /** True when the stamps of all documents are verified, new ones among them. */
  readonly isVerified?: boolean;
  /** The reason for a refusal; absent when the post was accepted. */
  readonly refused?: Refusal;
}

const columns = {
  ...chainColumns,
  icv: 'bigint',
  hash: 'text',
  event: 'bigint',
  audit: 'bigint',
  audit_hash: 'text',
  at: 'timestamptz',
  till_icv: 'bigint',
  is_complete: 'boolean',
  is_verified: 'boolean',
  status: 'jsonb',
  skew_ms: 'bigint',
  refused: 'text',
};

/** Moves the heads of chains, and records the status that their tills report. */
export async function recordContacts(client: PoolClient, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
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
       refused_at = CASE WHEN k.refused IS NULL THEN c.refused_at ELSE k.at END
     FROM ${rowsOf('k', columns)}
     WHERE c.bucket = k.bucket AND c.device = k.device AND c.generation = k.generation`,
    columns,
    contacts.map(valuesOf),
  );
}

function valuesOf({ post: { key, batch, at }, have, isVerified = false, refused }: Contact): unknown[] {
  const { head, status } = batch;
  const isComplete =
    refused === undefined &&
    head.icv === have.icv &&
    head.hash === have.hash &&
    head.event === have.event &&
    head.audit === have.audit;
  return [
    ...chainValues(key),
    have.icv,
    have.hash,
    have.event,
    have.audit,
    have.auditHash,
    at,
    // A refused post may come from a clone, whose head tells nothing about the real till.
    refused === undefined ? Math.max(head.icv, have.icv) : have.icv,
    isComplete,
    isVerified,
    status === undefined || isAClone(refused) ? null : JSON.stringify(status, storable),
    status === undefined || isAClone(refused) ? null : status.now - at,
    refused === 'ahead' ? null : (refused ?? null),
  ];
}

/** jsonb can hold neither NUL nor half of a surrogate pair. */
const storable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{fffd}') : value;

/** Returns true if a refusal shows a clone; a till that sends from an older position is the real one. */
const isAClone = (refused: Refusal | undefined) => refused !== undefined && refused !== 'ahead';
