/** The role that the office works as: it inserts and reads facts, and deletes nothing. */
export const applicationRole = 'khatm_office';

/**
 * The columns that begin the key of everything that belongs to a chain: the till, and the number of its chain. A cluster
 * distributes rows by `bucket`, which is the till's number modulo 1024. In this order they take eight bytes, and so do not
 * make PostgreSQL fill up the row before a number of eight; where there are millions of rows, columns follow by size.
 */
export const chainKey = 'bucket smallint NOT NULL, generation smallint NOT NULL, device integer NOT NULL';

/** The owners of a row, by which it is guarded. */
export const owners = 'tenant integer NOT NULL, entity integer NOT NULL, branch integer NOT NULL';

/**
 * A row is visible to its tenant; if a transaction names entities or branches, only to those. Each setting is read once
 * for a statement: without the SELECT around it, PostgreSQL would read it for every row.
 */
export const seen = (columns: readonly string[], when: 'once' | 'each row' = 'once') => {
  const ask = (what: string) => (when === 'once' ? `(SELECT ${what})` : `(${what})`);
  const among = (column: string) =>
    `(${ask(`coalesce(current_setting('khatm.${column}', true), '') = ''`)}
      OR ${column} = ANY (${ask(`string_to_array(current_setting('khatm.${column}', true), ',')::integer[]`)}::integer[]))`;
  const ownRows = `tenant = ${ask(`nullif(current_setting('khatm.tenant', true), '')::integer`)}`;
  return [ownRows, ...columns.map(among)].join(' AND ');
};

/** Guards a table with row level security, and grants the application's role these rights on it. */
export function guarded(table: string, grants: string, columns = ['entity', 'branch']): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own ON ${table} USING (${seen(columns)}) WITH CHECK (${seen(columns)});
    GRANT ${grants} ON ${table} TO ${applicationRole};
  `;
}
