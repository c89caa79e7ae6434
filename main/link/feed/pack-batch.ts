import * as zlib from 'node:zlib';
import { type Batch, type FeedHead, mostRows } from '../../../shared/office/wire/feed.ts';
import type { Told } from '../../../shared/office/wire/orders.ts';
import type { TillStatus } from '../../../shared/office/wire/till-status.ts';
import type { Outbox, OutboxLimits } from '../../books/ledger/chain/outbox.ts';

/** The result when a ledger does not agree with the office's copy; see `Outbox.compare`. */
export type Finding = 'older' | 'forked';

export interface PackedBatch {
  readonly found: Finding | undefined;
  readonly body: Uint8Array;
  readonly encoding: 'zstd' | 'gzip';
  /** True when the ledger has nothing after these rows. */
  readonly isThrough: boolean;
}

/** A till's statements about itself, which are sent with its rows. */
export interface BatchExtras {
  readonly status?: TillStatus | undefined;
  readonly orders?: Told | undefined;
}

/** Reads a ledger for the head office. Never rejects because of the ledger's content. */
export interface BatchReader {
  /** Reads the rows after the office's head; nothing while it is unknown or the ledger does not agree with it. */
  read(have: FeedHead | undefined, limits: OutboxLimits, extras: BatchExtras): Promise<PackedBatch>;
  compare(have: FeedHead): Promise<Finding | undefined>;
  hasMore(have: FeedHead): Promise<boolean>;
  close(): Promise<void>;
}

/** The limits of a batch; even a slow connection sends it within seconds. */
export const wholeBatch: OutboxLimits = { rows: mostRows, characters: 8 * 2 ** 20 };
const none = { icv: Number.MAX_SAFE_INTEGER, event: Number.MAX_SAFE_INTEGER, audit: Number.MAX_SAFE_INTEGER };

export function packBatch(
  outbox: Outbox,
  ledger: string,
  have: FeedHead | undefined,
  limits: OutboxLimits,
  { status, orders }: BatchExtras = {},
): PackedBatch {
  const found = have && outbox.compare(have);
  const rows = outbox.after(have === undefined || found !== undefined ? none : have, limits);
  const batch: Batch = {
    ledger,
    found: found ?? null,
    ...rows,
    ...(status && { status }),
    ...(orders && { orders }),
  };
  const packed = compress(Buffer.from(JSON.stringify(batch)));
  return { ...packed, found, isThrough: have !== undefined && isThrough(batch) };
}

/** An older Node, such as the one in some versions of Electron, has no zstd. */
function compress(text: Buffer): Pick<PackedBatch, 'body' | 'encoding'> {
  const { zstdCompressSync } = zlib as Partial<typeof zlib>;
  if (zstdCompressSync === undefined) return { body: zlib.gzipSync(text), encoding: 'gzip' };
  return { body: zstdCompressSync(text), encoding: 'zstd' };
}

export function hasMore(outbox: Pick<Outbox, 'head'>, have: FeedHead): boolean {
  const { icv, event, audit } = outbox.head();
  return icv > have.icv || event > have.event || audit > have.audit;
}

function isThrough({ head, documents, events, audit }: Batch): boolean {
  const isLast = (position: number, last: number | undefined) => last === undefined || last >= position;
  return (
    isLast(head.icv, documents.at(-1)?.icv) &&
    isLast(head.event, events.at(-1)?.id) &&
    isLast(head.audit, audit.at(-1)?.id)
  );
}
