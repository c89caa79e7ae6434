import type { ClientBase } from 'pg';
import { joinWhole, unpack } from '../../main/office/packing/packing.ts';

/** Returns the documents that an office has of a till, or of all tills, unpacked and in the order of their counters. */
export async function storedDocuments(
  client: Pick<ClientBase, 'query'>,
  { device = null, table = 'body' }: { device?: number | null; table?: 'body' | 'cleared' } = {},
): Promise<string[]> {
  const { rows } = await client.query<{ xml: Buffer; whole: Buffer | null }>(
    `SELECT b.xml, b_whole.xml AS whole FROM ${table} AS b ${joinWhole(table, 'b')}
     WHERE $1::integer IS NULL OR b.device = $1 ORDER BY b.icv`,
    [device],
  );
  return rows.map(({ xml, whole }) => unpack(xml, whole).toString('utf8'));
}
