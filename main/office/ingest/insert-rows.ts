import type { PoolClient } from 'pg';
import type { AuditRow, EventRow } from '../../../shared/office/wire/feed.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
import { bytesOfHash } from '../packing/line-hash.ts';
import { packText } from '../packing/texts.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type DocumentState, firstState } from './document-state.ts';
import { type Columns, insertMany } from './insert-many.ts';
import type { PackedRow, RowsToPack } from './pack-rows.ts';
import type { Received } from './read-received.ts';

/** The new rows of a chain, after the check of their batch. */
export interface NewRows extends RowsToPack {
  readonly audit: readonly AuditRow[];
  /** The states of documents after the events, including those among `documents`, by counter. */
  readonly states: ReadonlyMap<number, DocumentState>;
}

/** Inserts rows of any number of chains: one statement for each table. */
export async function insertRows(
  client: PoolClient,
  chains: readonly NewRows[],
  { bodies, cleared }: { readonly bodies: readonly PackedRow[]; readonly cleared: readonly PackedRow[] },
): Promise<void> {
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
  const audit = chains.flatMap(({ key, audit: chainLines }) => chainLines.map((line) => ({ key, ...line })));
  await insertMany(client, 'document', documentColumns, documents);
  await insertMany(client, 'document_vat', vatColumns, taxes(vatSums));
  await insertMany(client, 'document_deduction', vatColumns, taxes(deductionSums));
  await insertMany(client, 'body', packedColumns, bodies);
  await insertMany(client, 'event', eventColumns, events);
  await insertMany(client, 'cleared', packedColumns, cleared);
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
  payable: ['bigint', ({ document }) => amountDue(document.amounts)],
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

const packedColumns: Columns<PackedRow> = {
  icv: ['bigint', ({ icv }) => icv],
  base: ['bigint', ({ base }) => base],
  xml: ['bytea', ({ bytes }) => bytes],
};

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
  answer: ['bytea', ({ answer }) => (answer === null ? null : packText(answer))],
};

/** PostgreSQL can store every character except one, which an answer of the authority may contain. */
const storable = (text: string | null) => text?.replaceAll('\0', '\u{fffd}') ?? null;

const auditColumns: Columns<AuditRow & { readonly key: ChainKey }> = {
  id: ['bigint', ({ id }) => id],
  at: ['timestamptz', ({ at }) => at],
  actor: ['text', ({ actor }) => actor],
  action: ['text', ({ action }) => action],
  detail: ['bytea', ({ detail }) => packText(detail)],
  previous_hash: ['bytea', ({ previousHash }) => bytesOfHash(previousHash)],
  hash: ['bytea', ({ hash }) => bytesOfHash(hash)],
};
