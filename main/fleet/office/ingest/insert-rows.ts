import { zstdCompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { AuditRow, EventRow } from '../../../../shared/fleet/feed.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import type { Received } from './read-received.ts';

/** The new rows of a batch, assessed. */
export interface NewRows {
  readonly documents: readonly Received[];
  readonly events: readonly EventRow[];
  readonly audit: readonly AuditRow[];
}

const keyColumns = 'bucket, device, generation, tenant, entity, branch';
const keyTypes = '$1::smallint, $2::integer, $3::integer, $4::integer, $5::integer, $6::integer';

/** Inserts them: one statement for each table, whatever the number of rows. */
export async function insertRows(client: PoolClient, key: ChainKey, rows: NewRows): Promise<void> {
  const own = [key.bucket, key.device, key.generation, key.tenant, key.entity, key.branch];
  /** @param types of the columns in order, as PostgreSQL names them */
  const insert = async (
    table: string,
    types: Readonly<Record<string, string>>,
    values: readonly unknown[][],
    otherwise = '',
  ) => {
    if (values.length === 0) return;
    const names = Object.keys(types);
    const arrays = Object.values(types).map((type, index) => `$${index + 7}::${type}[]`);
    await client.query(
      `INSERT INTO ${table} (${keyColumns}, ${names.join(', ')})
       SELECT ${keyTypes}, * FROM unnest(${arrays.join(', ')}) ${otherwise}`,
      [...own, ...names.map((_, column) => values.map((row) => row[column]))],
    );
  };
  await insert('document', documentColumns, rows.documents.map(documentValues));
  await insert('document_vat', vatColumns, rows.documents.flatMap(vatValues));
  await insert(
    'body',
    { icv: 'bigint', month: 'date', xml: 'bytea' },
    rows.documents.map(({ row, facts, xml }) => [
      row.icv,
      `${facts.issuedAt.slice(0, 7)}-01`,
      zstdCompressSync(xml),
    ]),
  );
  await insert('event', eventColumns, rows.events.map(eventValues));
  // Each acceptance of a document brings the copy along, and two calls may have crossed.
  const cleared = clearedValues(rows.events);
  await insert('cleared', { icv: 'bigint', xml: 'bytea' }, cleared, 'ON CONFLICT DO NOTHING');
  await insert('audit_line', auditColumns, rows.audit.map(auditValues));
}

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
};

function documentValues({ row, facts, digest, amounts: { totals } }: Received): unknown[] {
  return [
    row.icv,
    facts.issuedAt,
    new Date().toISOString(),
    new Date(row.dueAt).toISOString(),
    row.hash,
    row.previousHash,
    digest,
    facts.uuid,
    facts.number,
    facts.typeCode,
    facts.typeName,
    row.mode,
    facts.currency,
    totals.payable,
    totals.taxExclusive,
    totals.vat,
    facts.buyerVatNumber ?? null,
  ];
}

const vatColumns = {
  icv: 'bigint',
  category: 'text',
  reason: 'text',
  rate: 'numeric',
  taxable: 'bigint',
  vat: 'bigint',
};

/** Rows with the same category, reason and rate are one: another program's document may have two of them. */
function vatValues({ row, amounts }: Received): unknown[][] {
  const sums = new Map<string, [string, string, string, number, number]>();
  for (const { category, exemptionCode = '', rate, taxable, vatAmount } of amounts.vatBreakdown) {
    const key = JSON.stringify([category, exemptionCode, String(rate)]);
    const [, , , taxed = 0, vat = 0] = sums.get(key) ?? [];
    sums.set(key, [category, exemptionCode, String(rate), taxed + taxable, vat + vatAmount]);
  }
  return [...sums.values()].map((values) => [row.icv, ...values]);
}

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
  return [id, icv, new Date(at).toISOString(), event, httpStatus, ...texts];
}

/** PostgreSQL keeps every character but one, which an authority's answer may have. */
const storable = (text: string | null) => text?.replaceAll('\0', '\u{fffd}') ?? null;

function clearedValues(events: readonly EventRow[]): unknown[][] {
  return events.flatMap(({ icv, cleared }) =>
    cleared === null ? [] : [[icv, zstdCompressSync(Buffer.from(cleared, 'utf8'))]],
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
  return [id, new Date(at).toISOString(), actor, action, detail, previousHash, hash];
}
