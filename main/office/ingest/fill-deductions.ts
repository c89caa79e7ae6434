import { zstdDecompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { inBuckets } from '../database/citus.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { allTenants } from '../tills/all-tenants.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type Columns, chainColumns, insertMany, queryWith, tableOf } from './insert-many.ts';
import { deductionSums, type VatSum, vatColumns } from './insert-rows.ts';
import { createRollUp } from './roll-up.ts';

/*
 * Older versions stored documents without their deductions, and such a version may still be running beside this one.
 * The deductions of such documents are read from their bytes.
 */

/** The number of documents in one transaction, so small that tills can go on sending. */
const page = 100;

interface Place {
  readonly bucket: number;
  readonly device: number;
  readonly generation: number;
  readonly icv: string;
}

interface DocumentRow extends ChainKey {
  readonly icv: string;
  readonly day: string;
  readonly selfBilled: boolean;
  readonly currency: string;
  readonly state: string;
  readonly xml: Buffer;
}

const start: Place = { bucket: -1, device: 0, generation: 0, icv: '0' };

/**
 * Fills the missing deductions, and updates the sums of days. Any number of processes may do this. @returns the number
 * of documents filled
 */
export async function fillDeductions(database: OfficeDatabase, signal?: AbortSignal): Promise<number> {
  let filled = 0;
  for (const tenant of await allTenants(database)) {
    let after: Place | undefined = start;
    while (after !== undefined && signal?.aborted !== true) {
      const from: Place = after;
      const done = await database.within({ tenant }, (client) => fillPage(client, tenant, from));
      filled += done.filled;
      after = done.last;
    }
  }
  return filled;
}

async function fillPage(
  client: PoolClient,
  tenant: number,
  { bucket, device, generation, icv }: Place,
): Promise<{ filled: number; last: Place | undefined }> {
  const { rows: places } = await client.query<Place>(
    `SELECT bucket, device, generation, icv FROM document
     WHERE tenant = $1 AND payable <> taxable + vat AND (bucket, device, generation, icv) > ($2, $3, $4, $5)
     ORDER BY bucket, device, generation, icv LIMIT ${page}`,
    [tenant, bucket, device, generation, icv],
  );
  // The documents are locked in the same order as in batches, so that no state changes while it is summed.
  const chains = tableOf(
    'k',
    chainColumns,
    places.map((key) => ({ key })),
  );
  await queryWith(
    client,
    `SELECT FROM chain JOIN (SELECT DISTINCT * FROM ${chains.from}) AS k USING (bucket, device, generation)
     ORDER BY bucket, device, generation FOR UPDATE OF chain`,
    chains,
  );
  const documentKey: Columns<{ readonly key: Place }> = {
    ...chainColumns,
    icv: ['bigint', ({ key }) => key.icv],
  };
  const k = tableOf(
    'k',
    documentKey,
    places.map((key) => ({ key })),
  );
  const { rows } = await queryWith<DocumentRow>(
    client,
    `SELECT d.bucket, d.device, d.generation, d.tenant, d.entity, d.branch, d.icv, d.issued_at::date::text AS day,
       substr(d.type_name, 7, 1) = '1' AS "selfBilled", d.currency, d.state, b.xml
     FROM ${k.from} JOIN document AS d USING (bucket, device, generation, icv)
     JOIN body AS b USING (bucket, device, generation, icv)
     WHERE NOT EXISTS (SELECT FROM document_deduction AS v WHERE v.bucket = d.bucket AND v.device = d.device
       AND v.generation = d.generation AND v.icv = d.icv)
       AND ${inBuckets(client, 'd.bucket')}`,
    k,
  );
  return { filled: await fill(client, rows), last: places.length < page ? undefined : places.at(-1) };
}

async function fill(client: PoolClient, documents: readonly DocumentRow[]): Promise<number> {
  const rollUp = createRollUp();
  const found = documents.flatMap(({ xml, ...row }) => {
    const deducted = deductedBy(xml);
    return deducted.length === 0 ? [] : [{ row, deducted }];
  });
  for (const { row: key, deducted } of found) {
    const { day, selfBilled, currency, state } = key;
    // The document itself has been summed already.
    const none = {
      key,
      day,
      kind: '388',
      selfBilled,
      currency,
      state,
      payable: 0,
      taxable: 0,
      vat: 0,
      byCategory: [],
    };
    rollUp.remove({ ...none, deducted: [] });
    rollUp.add({ ...none, deducted });
  }
  await insertMany(
    client,
    'document_deduction',
    vatColumns,
    found.flatMap(({ row: key, deducted }) => deducted.map((sum) => ({ key, icv: key.icv, ...sum }))),
  );
  await rollUp.write(client);
  return found.length;
}

/** Damaged bytes count as no deductions; the check finds them. */
function deductedBy(packed: Buffer): VatSum[] {
  try {
    const { vatBreakdown, prepayments, totals } = readInvoice(zstdDecompressSync(packed));
    return deductionSums({ amounts: { vatBreakdown, prepayments, totals } });
  } catch {
    return [];
  }
}
