import type { PoolClient } from 'pg';
import type { EventRow } from '../../../../shared/fleet/feed.ts';
import { inBuckets } from '../database/citus.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type DocumentState, stateAfter } from './document-state.ts';
import { chainColumns, queryWith, rowsOf } from './insert-many.ts';
import { chainValues, nameOf } from './lock-chains.ts';
import type { RollUp, Summed } from './roll-up.ts';

interface DocumentRow {
  device: number;
  generation: number;
  icv: string;
  state: DocumentState['state'];
  mode: DocumentState['mode'];
  due_at: Date;
  accepted_at: Date | null;
  day: string;
  kind: string;
  self_billed: boolean;
  currency: string;
  payable: string;
  taxable: string;
  vat: string;
}

interface VatRow {
  device: number;
  generation: number;
  icv: string;
  category: string;
  reason: string;
  rate: string;
  taxable: string;
  vat: string;
  deducts: boolean;
}

/** Events of documents that the office has received before. */
export interface LaterEvents {
  readonly key: ChainKey;
  readonly events: readonly EventRow[];
}

interface Change {
  readonly key: ChainKey;
  readonly row: DocumentRow;
  readonly after: DocumentState;
}

const documentKey = { ...chainColumns, icv: 'bigint' };

/** Applies events to the states of stored documents, and moves these from one sum to another. */
export async function changeStates(
  client: PoolClient,
  chains: readonly LaterEvents[],
  rollUp: RollUp,
): Promise<void> {
  const happened = chains.filter(({ events }) => events.length > 0);
  if (happened.length === 0) return;
  const changes = await changesOf(client, happened);
  if (changes.length === 0) return;
  await writeStates(client, changes);
  const moved = changes.filter(({ row, after }) => row.state !== after.state);
  if (moved.length === 0) return;
  const vats = await vatsOf(client, moved);
  for (const { key, row, after } of moved) {
    const { day, kind, self_billed: selfBilled, currency } = row;
    const amounts = { payable: Number(row.payable), taxable: Number(row.taxable), vat: Number(row.vat) };
    const all = vats.get(`${nameOf(row)}/${row.icv}`) ?? [];
    const byCategory = all.filter(({ deducts }) => !deducts);
    const deducted = all.filter(({ deducts }) => deducts);
    const summed: Omit<Summed, 'state'> = {
      key,
      day,
      kind,
      selfBilled,
      currency,
      ...amounts,
      byCategory,
      deducted,
    };
    rollUp.remove({ ...summed, state: row.state });
    rollUp.add({ ...summed, state: after.state });
  }
}

const keysOf = (changes: readonly { key: ChainKey; icv: number | string }[]) =>
  changes.map(({ key, icv }) => [...chainValues(key), icv]);

async function changesOf(client: PoolClient, chains: readonly LaterEvents[]): Promise<Change[]> {
  const wanted = chains.flatMap(({ key, events }) =>
    [...new Set(events.map(({ icv }) => icv))].map((icv) => ({ key, icv })),
  );
  const { rows } = await queryWith<DocumentRow>(
    client,
    `SELECT device, generation, icv, state, mode, due_at, accepted_at, issued_at::date::text AS day, kind,
       substr(type_name, 7, 1) = '1' AS self_billed, currency, payable, taxable, vat
     FROM ${rowsOf('k', documentKey)} JOIN document USING (bucket, device, generation, icv)
     WHERE ${inBuckets(client, 'document.bucket')}`,
    documentKey,
    keysOf(wanted),
  );
  const byName = new Map(chains.map((chain) => [nameOf(chain.key), chain]));
  return rows.flatMap((row) => {
    const chain = byName.get(nameOf(row));
    if (chain === undefined) return [];
    const before: DocumentState = {
      state: row.state,
      mode: row.mode,
      dueAt: row.due_at.getTime(),
      acceptedAt: row.accepted_at?.getTime() ?? null,
    };
    const after = chain.events.filter(({ icv }) => icv === Number(row.icv)).reduce(stateAfter, before);
    const isSame = after.state === before.state && after.mode === before.mode && after.dueAt === before.dueAt;
    return isSame ? [] : [{ key: chain.key, row, after }];
  });
}

async function writeStates(client: PoolClient, changes: readonly Change[]): Promise<void> {
  const columns = {
    ...documentKey,
    state: 'text',
    mode: 'text',
    due_at: 'timestamptz',
    accepted_at: 'timestamptz',
  };
  await queryWith(
    client,
    `UPDATE document AS d SET state = k.state, mode = k.mode, due_at = k.due_at, accepted_at = k.accepted_at
     FROM ${rowsOf('k', columns)}
     WHERE d.bucket = k.bucket AND d.device = k.device AND d.generation = k.generation AND d.icv = k.icv
       AND ${inBuckets(client, 'd.bucket')}`,
    columns,
    changes.map(({ key, row, after }) => [
      ...chainValues(key),
      row.icv,
      after.state,
      after.mode,
      after.dueAt,
      after.acceptedAt,
    ]),
  );
}

async function vatsOf(client: PoolClient, changes: readonly Change[]) {
  const { rows } = await queryWith<VatRow>(
    client,
    `WITH k AS (SELECT * FROM ${rowsOf('k', documentKey)})
     SELECT device, generation, icv, category, reason, rate, taxable, vat, false AS deducts
     FROM k JOIN document_vat AS v USING (bucket, device, generation, icv) WHERE ${inBuckets(client, 'v.bucket')}
     UNION ALL SELECT device, generation, icv, category, reason, rate, taxable, vat, true
     FROM k JOIN document_deduction AS v USING (bucket, device, generation, icv)
     WHERE ${inBuckets(client, 'v.bucket')}`,
    documentKey,
    keysOf(changes.map(({ key, row }) => ({ key, icv: row.icv }))),
  );
  return Map.groupBy(
    rows.map(({ taxable, vat, ...row }) => ({ ...row, taxable: Number(taxable), vat: Number(vat) })),
    (row) => `${nameOf(row)}/${row.icv}`,
  );
}
