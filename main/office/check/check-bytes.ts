import { createHash } from 'node:crypto';
import { amountDue } from '../../document/invoice/amount-due.ts';
import { verifyDocument } from '../../document/stamp/verify/verify.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { lineHash } from '../ingest/assess.ts';
import { deductionSums } from '../ingest/insert-rows.ts';
import { readReceived } from '../ingest/read-received.ts';
import { textOfHash } from '../packing/line-hash.ts';
import { joinWhole, unpack } from '../packing/packing.ts';
import { unpackText } from '../packing/texts.ts';
import { allTenants } from '../tills/all-tenants.ts';
import type { ChainKey } from '../tills/chain-key.ts';
import { type Finding, namesOf } from './check-office.ts';

/* The slow half of the check compares the stored facts of a document with its bytes, and the bytes with their stamp. */

const page = 200;

type ChainRow = Pick<ChainKey, 'bucket' | 'device' | 'generation'>;

interface DocumentRow {
  icv: string;
  hash: string;
  previous_hash: string;
  digest: Buffer;
  uuid: string;
  number: string;
  payable: string;
  taxable: string;
  vat: string;
  deducted: readonly (readonly [string, string, number, number, number])[] | null;
  xml: Buffer;
  base: string | null;
  whole: Buffer | null;
}

interface LineRow {
  id: string;
  at: Date;
  actor: string;
  action: string;
  detail: Buffer;
  previous_hash: Buffer;
  hash: Buffer;
}

/** Yields the rows that do not agree with their bytes; each document takes some milliseconds. */
export async function* checkBytes(database: OfficeDatabase): AsyncGenerator<Finding> {
  for (const tenant of await allTenants(database)) {
    const { chains, names } = await database.within({ tenant }, async (client) => {
      const columns = 'bucket, device, generation';
      const { rows } = await client.query<ChainRow>(
        `SELECT ${columns} FROM document UNION SELECT ${columns} FROM audit_line ORDER BY device, generation`,
      );
      return { chains: rows, names: await namesOf(client) };
    });
    for (const chain of chains) {
      const { device, generation } = chain;
      const whose = { tenant, device, generation, till: names.get(device) ?? '' };
      let missing: string | null = null;
      for await (const row of rowsOf<DocumentRow>(database, tenant, chain, documentSql, ({ icv }) => icv)) {
        // Without the document by which others are packed, none of them can be read: that is one fault.
        if (row.whole === null && row.base !== null && row.base === missing) continue;
        missing = row.whole === null ? row.base : null;
        const detail = faultOf(row);
        if (detail !== undefined) yield { ...whose, code: 'wrong-bytes', at: Number(row.icv), detail };
      }
      for await (const row of rowsOf<LineRow>(database, tenant, chain, lineSql, ({ id }) => id))
        if (!isHashed(row)) yield { ...whose, code: 'audit-bytes', at: Number(row.id), detail: row.action };
    }
  }
}

const of = 'bucket = $1 AND device = $2 AND generation = $3';
const documentSql = `
  SELECT d.icv, d.hash, d.previous_hash, d.digest, d.uuid, d.number, d.payable, d.taxable, d.vat,
    (SELECT jsonb_agg(jsonb_build_array(v.category, v.reason, v.rate, v.taxable, v.vat))
     FROM document_deduction AS v WHERE v.bucket = d.bucket AND v.device = d.device
       AND v.generation = d.generation AND v.icv = d.icv) AS deducted, b.xml, b.base, b_whole.xml AS whole
  FROM document AS d JOIN body AS b USING (bucket, device, generation, icv) ${joinWhole('body', 'b')}
  WHERE ${of.replace(/(\w+) =/g, 'd.$1 =')} AND d.icv > $4 ORDER BY d.icv LIMIT ${page}`;
const lineSql = `
  SELECT id, at, actor, action, detail, previous_hash, hash FROM audit_line
  WHERE ${of} AND id > $4 ORDER BY id LIMIT ${page}`;

/** Reads a chain's rows page by page, each in a short transaction, so that tills can go on sending. */
async function* rowsOf<T extends object>(
  database: OfficeDatabase,
  tenant: number,
  { bucket, device, generation }: ChainRow,
  sql: string,
  placeOf: (row: T) => string,
): AsyncGenerator<T> {
  let after = '0';
  while (true) {
    const { rows } = await database.within({ tenant }, (client) =>
      client.query<T>(sql, [bucket, device, generation, after]),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = placeOf(last);
  }
}

/** Returns the first fact that does not agree; undefined when all agree. */
function faultOf(row: DocumentRow): string | undefined {
  const xml = unpacked(row);
  if (xml === undefined) return 'packing';
  if (!createHash('sha256').update(xml).digest().equals(row.digest)) return 'digest';
  const { hash, previous_hash: previousHash } = row;
  // A document itself contains neither its due time nor the way in which it is sent.
  const stated = { icv: Number(row.icv), hash, previousHash, dueAt: 0, mode: 'reporting' } as const;
  const received = readReceived({ ...stated, xml: xml.toString('utf8') });
  if (received === undefined) return 'document';
  const { facts, amounts } = received;
  const kept = [row.icv, hash, previousHash, row.uuid, row.number, row.payable, row.taxable, row.vat];
  const { taxExclusive, vat } = amounts.totals;
  const read = [facts.icv, received.hash, facts.previousHash, facts.uuid, facts.number];
  const names = ['icv', 'hash', 'previous-hash', 'uuid', 'number', 'payable', 'taxable', 'vat'];
  const index = [...read, amountDue(amounts), taxExclusive, vat].findIndex(
    (fact, at) => String(fact) !== kept[at],
  );
  const deducted = deductionSums(received).map((sum) => [
    ...[sum.category, sum.reason, Number(sum.rate), sum.taxable, sum.vat],
  ]);
  const sorted = (sums: readonly unknown[]) => sums.map((sum) => JSON.stringify(sum)).toSorted();
  if (index === -1 && String(sorted(deducted)) !== String(sorted(row.deducted ?? []))) return 'deductions';
  return names[index] ?? verifyDocument(xml).find(({ ok }) => !ok)?.name;
}

function unpacked({ xml, whole }: Pick<DocumentRow, 'xml' | 'whole'>): Buffer | undefined {
  try {
    return unpack(xml, whole);
  } catch {
    return undefined;
  }
}

function isHashed({ id, at, actor, action, detail, previous_hash: previousHash, hash }: LineRow): boolean {
  try {
    const line = { id: Number(id), at: at.getTime(), actor, action, detail: unpackText(detail) };
    return lineHash({ ...line, previousHash: textOfHash(previousHash), hash: '' }) === textOfHash(hash);
  } catch {
    return false;
  }
}
