import { zstdCompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { AuditRow, EventRow } from '../../../shared/office/wire/feed.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type DocumentState, firstState } from './document-state.ts';
import { type Columns, insertMany } from './insert-many.ts';
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
  const documents = chains.flatMap(({ key, documents: chainDocuments, states }) =>
    chainDocuments.map((document) => ({
      ...{ key, document, icv: document.row.icv },
      state: states.get(document.row.icv) ?? firstState(document.row),
    })),
  );
  const taxes = (sumsOf: (document: Received) => VatSum[]) =>
    documents.flatMap(({ key, icv, document }) => sumsOf(document).map((sum) => ({ key, icv, ...sum })));
  const events = chains.flatMap(({ key, events: chainEvents }) =>
    chainEvents.map((event) => ({ key, ...event })),
  );
  const cleared = events.filter((event) => event.cleared !== null);
  const audit = chains.flatMap(({ key, audit: chainLines }) => chainLines.map((line) => ({ key, ...line })));
  await insertMany(client, 'document', documentColumns, documents);
  await insertMany(client, 'document_vat', vatColumns, taxes(vatSums));
  await insertMany(client, 'document_deduction', vatColumns, taxes(deductionSums));
  await insertMany(client, 'body', bodyColumns, documents);
  await insertMany(client, 'event', eventColumns, events);
  // Each acceptance of a document contains the authority's copy, and two calls may have overlapped.
  await insertMany(client, 'cleared', clearedColumns, cleared, 'ON CONFLICT DO NOTHING');
  await insertMany(client, 'audit_line', auditColumns, audit);
}

interface NewDocument {
  readonly key: ChainKey;
  readonly icv: number;
  readonly document: Received;
  readonly state: DocumentState;
}

const documentColumns: Columns<NewDocument> = {
  icv: ['bigint', ({ icv }) => icv],
  issued_at: ['timestamp', ({ document }) => document.facts.issuedAt],
  received_at: ['timestamptz', () => Date.now()],
  due_at: ['timestamptz', ({ state }) => state.dueAt],
  hash: ['text', ({ document }) => document.row.hash],
  previous_hash: ['text', ({ document }) => document.row.previousHash],
  digest: ['bytea', ({ document }) => document.digest],
  uuid: ['text', ({ document }) => document.facts.uuid],
  number: ['text', ({ document }) => document.facts.number],
  kind: ['text', ({ document }) => document.facts.typeCode],
  type_name: ['text', ({ document }) => document.facts.typeName],
  mode: ['text', ({ state }) => state.mode],
  currency: ['text', ({ document }) => document.facts.currency],
  payable: ['bigint', ({ document }) => document.amounts.totals.payable],
  taxable: ['bigint', ({ document }) => document.amounts.totals.taxExclusive],
  vat: ['bigint', ({ document }) => document.amounts.totals.vat],
  buyer_vat: ['text', ({ document }) => document.facts.buyerVatNumber],
  state: ['text', ({ state }) => state.state],
  accepted_at: ['timestamptz', ({ state }) => state.acceptedAt],
};

export const vatColumns: Columns<VatSum & { readonly key: ChainKey; readonly icv: number | string }> = {
  icv: ['bigint', ({ icv }) => icv],
  category: ['text', ({ category }) => category],
  reason: ['text', ({ reason }) => reason],
  rate: ['numeric', ({ rate }) => rate],
  taxable: ['bigint', ({ taxable }) => taxable],
  vat: ['bigint', ({ vat }) => vat],
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

const bodyColumns: Columns<NewDocument> = {
  icv: ['bigint', ({ icv }) => icv],
  month: ['date', ({ document }) => `${document.facts.issuedAt.slice(0, 7)}-01`],
  xml: ['bytea', ({ document }) => packed(document.xml)],
};

/**
 * A buffer for a usual document, and stating its size beforehand, make packing a third faster; the bytes are the same.
 */
const packed = (bytes: Buffer): Buffer =>
  zstdCompressSync(bytes, { pledgedSrcSize: bytes.length, chunkSize: 8192 });

type NewEvent = EventRow & { readonly key: ChainKey };

const eventColumns: Columns<NewEvent> = {
  id: ['bigint', ({ id }) => id],
  icv: ['bigint', ({ icv }) => icv],
  at: ['timestamptz', ({ at }) => at],
  event: ['text', ({ event }) => event],
  http_status: ['integer', ({ httpStatus }) => httpStatus],
  outcome: ['text', ({ outcome }) => storable(outcome)],
  why: ['text', ({ why }) => storable(why)],
  status: ['text', ({ status }) => storable(status)],
  messages: ['text', ({ messages }) => storable(messages)],
  answer: ['text', ({ answer }) => storable(answer)],
};

/** PostgreSQL can store every character except one, which an answer of the authority may contain. */
const storable = (text: string | null) => text?.replaceAll('\0', '\u{fffd}') ?? null;

const clearedColumns: Columns<NewEvent> = {
  icv: ['bigint', ({ icv }) => icv],
  xml: ['bytea', ({ cleared }) => packed(Buffer.from(cleared ?? '', 'utf8'))],
};

const auditColumns: Columns<AuditRow & { readonly key: ChainKey }> = {
  id: ['bigint', ({ id }) => id],
  at: ['timestamptz', ({ at }) => at],
  actor: ['text', ({ actor }) => actor],
  action: ['text', ({ action }) => action],
  detail: ['text', ({ detail }) => detail],
  previous_hash: ['text', ({ previousHash }) => previousHash],
  hash: ['text', ({ hash }) => hash],
};
