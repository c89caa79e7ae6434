import type { PoolClient } from 'pg';
import type { EventRow } from '../../../shared/office/wire/feed.ts';
import { inBuckets } from '../database/citus.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type DocumentState, stateAfter } from './document-state.ts';
import { type Columns, chainColumns, queryWith, tableOf } from './insert-many.ts';
import type { VatSum } from './insert-rows.ts';
import { nameOf } from './lock-chains.ts';
import type { RollUp, Summed } from './roll-up.ts';

/** The columns by which a document is summed, and its amounts. */
interface SummedRow {
  device: number;
  generation: number;
  icv: string;
  day: number;
  kind: string;
  self_billed: boolean;
  currency: string;
  payable: string;
  taxable: string;
  vat: string;
}

interface DocumentRow extends SummedRow {
  state: DocumentState['state'];
  mode: DocumentState['mode'];
  due_at: Date;
  accepted_at: Date | null;
}

interface VatRow extends Pick<SummedRow, 'device' | 'generation' | 'icv' | 'taxable' | 'vat'> {
  category: string;
  reason: string;
  rate: string;
}

/** The events of documents that the office already has. */
export interface LaterEvents {
  readonly key: ChainKey;
  readonly events: readonly EventRow[];
}

interface Change {
  readonly key: ChainKey;
  readonly row: DocumentRow;
  readonly after: DocumentState;
}

interface Move {
  readonly key: ChainKey;
  readonly row: SummedRow;
  readonly from: DocumentState['state'];
  readonly to: DocumentState['state'];
}

interface NewEvents {
  readonly key: ChainKey;
  readonly icv: number;
  readonly events: readonly EventRow[];
}

/** Citus cannot return values that depend on settings, such as the text of a day, so days are counted from 1970. */
const summed = `d.device, d.generation, d.icv, d.issued_at::date - DATE '1970-01-01' AS day, d.kind,
  substr(d.type_name, 7, 1) = '1' AS self_billed, d.currency, d.payable, d.taxable, d.vat`;
const documentKey: Columns<{ readonly key: ChainKey; readonly icv: number | string }> = {
  ...chainColumns,
  icv: ['bigint', ({ icv }) => icv],
};
const endColumns: Columns<{ key: ChainKey; icv: number; to: string; at: number }> = {
  ...documentKey,
  // This condition is not in the statement, which would then be planned with the index of all open documents.
  before: ['text', () => 'waiting'],
  after: ['text', ({ to }) => to],
  ended_at: ['timestamptz', ({ to, at }) => (to === 'accepted' ? at : null)],
};

/** Applies events to the states of stored documents, and moves the documents between sums. */
export async function changeStates(
  client: PoolClient,
  chains: readonly LaterEvents[],
  rollUp: RollUp,
): Promise<void> {
  const happened = chains.flatMap(({ key, events }) =>
    [...Map.groupBy(events, ({ icv }) => icv)].map(([icv, ownEvents]) => ({ key, icv, events: ownEvents })),
  );
  if (happened.length === 0) return;
  const ended = await endWaiting(client, happened);
  const isEnded = new Set(ended.map(({ row }) => documentName(row)));
  const others = happened.filter(({ key, icv }) => !isEnded.has(documentName({ ...key, icv })));
  const changes = others.length === 0 ? [] : await changesOf(client, others);
  if (changes.length > 0) await writeStates(client, changes);
  const moved = changes
    .map(({ key, row, after }) => ({ key, row, from: row.state, to: after.state }))
    .filter(({ from, to }) => from !== to);
  await moveSums(client, [...ended, ...moved], rollUp);
}

const documentName = ({
  icv,
  ...chain
}: Pick<ChainKey, 'device' | 'generation'> & { icv: number | string }) => `${nameOf(chain)}/${icv}`;

/**
 * Most documents wait, and are then accepted or rejected: one statement updates these, and finds no others. Earlier
 * events of the same document change nothing else, unless they change how it is sent.
 * @returns the documents that it found
 */
async function endWaiting(client: PoolClient, happened: readonly NewEvents[]): Promise<Move[]> {
  const ends = new Map(
    happened.flatMap(({ key, icv, events }) => {
      const end = events.find(({ outcome }) => outcome === 'accepted' || outcome === 'rejected');
      if (end === undefined || events.some(({ outcome }) => outcome === 'clearance-off')) return [];
      const to = end.outcome === 'accepted' ? 'accepted' : 'rejected';
      return [[documentName({ ...key, icv }), { key, icv, to, at: end.at }]] as const;
    }),
  );
  if (ends.size === 0) return [];
  const k = tableOf('k', endColumns, [...ends.values()]);
  const { rows } = await queryWith<SummedRow>(
    client,
    `UPDATE document AS d SET state = k.after, accepted_at = k.ended_at
     FROM ${k.from}
     WHERE d.bucket = k.bucket AND d.device = k.device AND d.generation = k.generation AND d.icv = k.icv
       AND d.state = k.before AND ${inBuckets(client, 'd.bucket')}
     RETURNING ${summed}`,
    k,
  );
  return rows.flatMap((row) => {
    const found = ends.get(documentName(row));
    return found === undefined ? [] : [{ key: found.key, row, from: 'waiting', to: found.to }];
  });
}

async function moveSums(client: PoolClient, moves: readonly Move[], rollUp: RollUp): Promise<void> {
  if (moves.length === 0) return;
  const vats = await taxesOf(client, 'document_vat', moves);
  // Amounts do not show which documents have deductions: a rounding may be as large.
  const deductions = await taxesOf(client, 'document_deduction', moves);
  for (const { key, row, from, to } of moves) {
    const { kind, self_billed: selfBilled, currency } = row;
    const day = new Date(row.day * 86_400_000).toISOString().slice(0, 10);
    const amounts = { payable: Number(row.payable), taxable: Number(row.taxable), vat: Number(row.vat) };
    const sums = {
      byCategory: vats.get(documentName(row)) ?? [],
      deducted: deductions.get(documentName(row)) ?? [],
    };
    const all: Omit<Summed, 'state'> = { key, day, kind, selfBilled, currency, ...amounts, ...sums };
    rollUp.remove({ ...all, state: from });
    rollUp.add({ ...all, state: to });
  }
}

async function changesOf(client: PoolClient, happened: readonly NewEvents[]): Promise<Change[]> {
  const k = tableOf('k', documentKey, happened);
  const { rows } = await queryWith<DocumentRow>(
    client,
    `SELECT ${summed}, d.state, d.mode, d.due_at, d.accepted_at
     FROM ${k.from} JOIN document AS d USING (bucket, device, generation, icv)
     WHERE ${inBuckets(client, 'd.bucket')}`,
    k,
  );
  const byName = new Map(happened.map((each) => [documentName({ ...each.key, icv: each.icv }), each]));
  return rows.flatMap((row) => {
    const found = byName.get(documentName(row));
    if (found === undefined) return [];
    const before: DocumentState = {
      state: row.state,
      mode: row.mode,
      dueAt: row.due_at.getTime(),
      acceptedAt: row.accepted_at?.getTime() ?? null,
    };
    const after = found.events.reduce(stateAfter, before);
    const isSame = after.state === before.state && after.mode === before.mode && after.dueAt === before.dueAt;
    return isSame ? [] : [{ key: found.key, row, after }];
  });
}

const stateColumns: Columns<Change> = {
  ...chainColumns,
  icv: ['bigint', ({ row }) => row.icv],
  state: ['text', ({ after }) => after.state],
  mode: ['text', ({ after }) => after.mode],
  due_at: ['timestamptz', ({ after }) => after.dueAt],
  accepted_at: ['timestamptz', ({ after }) => after.acceptedAt],
};

async function writeStates(client: PoolClient, changes: readonly Change[]): Promise<void> {
  const k = tableOf('k', stateColumns, changes);
  await queryWith(
    client,
    `UPDATE document AS d SET state = k.state, mode = k.mode, due_at = k.due_at, accepted_at = k.accepted_at
     FROM ${k.from}
     WHERE d.bucket = k.bucket AND d.device = k.device AND d.generation = k.generation AND d.icv = k.icv
       AND ${inBuckets(client, 'd.bucket')}`,
    k,
  );
}

async function taxesOf(
  client: PoolClient,
  table: 'document_vat' | 'document_deduction',
  moves: readonly Move[],
): Promise<ReadonlyMap<string, VatSum[]>> {
  const k = tableOf(
    'k',
    documentKey,
    moves.map(({ key, row }) => ({ key, icv: row.icv })),
  );
  const { rows } = await queryWith<VatRow>(
    client,
    `SELECT device, generation, icv, category, reason, rate, taxable, vat
     FROM ${k.from} JOIN ${table} AS v USING (bucket, device, generation, icv)
     WHERE ${inBuckets(client, 'v.bucket')}`,
    k,
  );
  return Map.groupBy(
    rows.map(({ taxable, vat, ...row }) => ({ ...row, taxable: Number(taxable), vat: Number(vat) })),
    documentName,
  );
}
