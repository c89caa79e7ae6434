import { zstdCompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { AuditRow, EventRow } from '../../../../shared/fleet/feed.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type DocumentState, firstState } from './document-state.ts';
import { type Columns, insertMany, ownColumns } from './insert-many.ts';
import type { Received } from './read-received.ts';

/** The new rows of a chain, after the check of their batch. */
export interface NewRows {
  readonly key: ChainKey;
  readonly documents: readonly Received[];
  readonly events: readonly EventRow[];
  readonly audit: readonly AuditRow[];
  /** The states of documents after the events, including those among `documents`, by counter. */
  readonly states: ReadonlyMap<number, DocumentState>;
}

/** Inserts rows of any number of chains: one statement for each table. */
export async function insertRows(client: PoolClient, chains: readonly NewRows[]): Promise<void> {
  const insert = (
    table: string,
    columns: Columns,
    valuesOf: (chain: NewRows) => readonly unknown[][],
    otherwise = '',
  ) =>
    insertMany(
      client,
      table,
      { ...ownColumns, ...columns },
      chains.flatMap((chain) => {
        const own = ownValues(chain.key);
        return valuesOf(chain).map((values) => [...own, ...values]);
      }),
      otherwise,
    );
  await insert('document', documentColumns, ({ documents, states }) =>
    documents.map((each) => documentValues(each, states)),
  );
  await insert('document_vat', vatColumns, ({ documents }) => documents.flatMap(vatValues));
  await insert('document_deduction', vatColumns, ({ documents }) => documents.flatMap(deductionValues));
  await insert('body', bodyColumns, ({ documents }) => documents.map(bodyValues));
  await insert('event', eventColumns, ({ events }) => events.map(eventValues));
  // Each acceptance of a document contains the authority's copy, and two calls may have overlapped.
  await insert('cleared', clearedColumns, ({ events }) => clearedValues(events), 'ON CONFLICT DO NOTHING');
  await insert('audit_line', auditColumns, ({ audit }) => audit.map(auditValues));
}

export const ownValues = ({ bucket, device, generation, tenant, entity, branch }: ChainKey) =>
  [bucket, device, generation, tenant, entity, branch] as const;

const documentColumns = {
  icv: 'bigint',
  issued_at: 'timestamp',
  received_at: 'timestamptz',
  due_at: 'timestamptz',
  hash: 'text',
  previous_hash: 'text',
  digest: 'bytea',
  uuid: 'text',
  number: 'text',
  kind: 'text',
  type_name: 'text',
  mode: 'text',
  currency: 'text',
  payable: 'bigint',
  taxable: 'bigint',
  vat: 'bigint',
  buyer_vat: 'text',
  state: 'text',
  accepted_at: 'timestamptz',
};

function documentValues(
  { row, facts, digest, amounts: { totals } }: Received,
  states: NewRows['states'],
): unknown[] {
  const { state, acceptedAt, mode, dueAt } = states.get(row.icv) ?? firstState(row);
  return [
    row.icv,
    facts.issuedAt,
    Date.now(),
    dueAt,
    row.hash,
    row.previousHash,
    digest,
    facts.uuid,
    facts.number,
    facts.typeCode,
    facts.typeName,
    mode,
    facts.currency,
    totals.payable,
    totals.taxExclusive,
    totals.vat,
    facts.buyerVatNumber ?? null,
    state,
    acceptedAt,
  ];
}

export const vatColumns = {
  icv: 'bigint',
  category: 'text',
  reason: 'text',
  rate: 'numeric',
  taxable: 'bigint',
  vat: 'bigint',
};

/** The VAT of a document by category, reason and rate; halalas. */
export interface VatSum {
  readonly category: string;
  readonly reason: string;
  readonly rate: string;
  readonly taxable: number;
  readonly vat: number;
}

/** The rows with the same category, reason and rate are combined: another program's document may have two of them. */
export const vatSums = ({ amounts }: Received): VatSum[] => summed(amounts.vatBreakdown);

/** Returns the amounts of advances that a final invoice deducts: their VAT was owed with them. */
export const deductionSums = ({ amounts }: Pick<Received, 'amounts'>): VatSum[] =>
  summed(amounts.prepayments.map(({ vat, ...line }) => ({ ...line, ...vat })));

interface Taxed {
  readonly category: string;
  readonly rate: string;
  readonly exemptionCode?: string | undefined;
  readonly taxable: number;
  readonly vatAmount: number;
}

function summed(rows: readonly Taxed[]): VatSum[] {
  const sums = new Map<string, VatSum>();
  for (const { category, exemptionCode: reason = '', rate: percent, ...each } of rows) {
    const rate = String(percent);
    const name = JSON.stringify([category, reason, rate]);
    const { taxable = 0, vat = 0 } = sums.get(name) ?? {};
    sums.set(name, {
      category,
      reason,
      rate,
      taxable: taxable + each.taxable,
      vat: vat + each.vatAmount,
    });
  }
  return [...sums.values()];
}

const vatValues = (document: Received) => taxValues(document, vatSums(document));
const deductionValues = (document: Received) => taxValues(document, deductionSums(document));

const taxValues = ({ row }: Received, sums: readonly VatSum[]): unknown[][] =>
  sums.map(({ category, reason, rate, taxable, vat }) => [row.icv, category, reason, rate, taxable, vat]);

const bodyColumns = { icv: 'bigint', month: 'date', xml: 'bytea' };

const bodyValues = ({ row, facts, xml }: Received): unknown[] => [
  row.icv,
  `${facts.issuedAt.slice(0, 7)}-01`,
  packed(xml),
];

/**
 * A buffer for a usual document, and stating its size beforehand, make packing a third faster; the bytes are the same.
 */
const packed = (bytes: Buffer): Buffer =>
  zstdCompressSync(bytes, { pledgedSrcSize: bytes.length, chunkSize: 8192 });

const eventColumns = {
  id: 'bigint',
  icv: 'bigint',
  at: 'timestamptz',
  event: 'text',
  http_status: 'integer',
  outcome: 'text',
  why: 'text',
  status: 'text',
  messages: 'text',
  answer: 'text',
};

function eventValues(row: EventRow): unknown[] {
  const { id, icv, at, event, httpStatus, outcome, why, status, messages, answer } = row;
  const texts = [outcome, why, status, messages, answer].map(storable);
  return [id, icv, at, event, httpStatus, ...texts];
}

/** PostgreSQL can store every character except one, which an answer of the authority may contain. */
const storable = (text: string | null) => text?.replaceAll('\0', '\u{fffd}') ?? null;

const clearedColumns = { icv: 'bigint', xml: 'bytea' };

function clearedValues(events: readonly EventRow[]): unknown[][] {
  return events.flatMap(({ icv, cleared }) =>
    cleared === null ? [] : [[icv, packed(Buffer.from(cleared, 'utf8'))]],
  );
}

const auditColumns = {
  id: 'bigint',
  at: 'timestamptz',
  actor: 'text',
  action: 'text',
  detail: 'text',
  previous_hash: 'text',
  hash: 'text',
};

function auditValues({ id, at, actor, action, detail, previousHash, hash }: AuditRow): unknown[] {
  return [id, at, actor, action, detail, previousHash, hash];
}
