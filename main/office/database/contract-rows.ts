import { type PoolClient, type QueryResultRow, types } from 'pg';

const { INT8, NUMERIC, TIMESTAMPTZ } = types.builtins;

/**
 * Reads rows in the form that the screens' contract has: instants as ISO text, and counts, counters and amounts as
 * numbers, which the driver would return as text.
 */
export async function contractRows<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ text, values, types: { getTypeParser } });
  return rows;
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === TIMESTAMPTZ) return (text: string) => instantOf(text).toISOString();
  return types.getTypeParser(oid, format);
}

const instantOf: (text: string) => Date = types.getTypeParser(TIMESTAMPTZ);
