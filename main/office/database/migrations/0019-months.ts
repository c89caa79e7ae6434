import { chainKey, guarded, type OfficeMigration, owners } from './guarded.ts';

const key = 'bucket, device, generation';
const roll = 'month date NOT NULL, kind text NOT NULL, self_billed boolean NOT NULL, currency text NOT NULL';
const rolled = 'month, kind, self_billed, currency, state';
const tables = ['document_day', 'vat_day'];

/** The rows from before this step must be counted too, but row level security would hide them from the owner. */
const force = (how: 'FORCE' | 'NO FORCE') =>
  tables.map((table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY;`).join('\n');

const days = (columns: string) => `
  SELECT ${key}, tenant, entity, branch, date_trunc('month', day)::date AS month, kind, self_billed, currency, state,
    ${columns}`;

export const months: OfficeMigration = {
  name: 'sums of months',
  sql: `
    -- The first day stands for its month. Kept in the transactions that keep the sums of days.
    CREATE TABLE document_month (
      ${chainKey}, ${owners}, ${roll}, state text NOT NULL,
      count bigint NOT NULL, payable bigint NOT NULL, taxable bigint NOT NULL, vat bigint NOT NULL,
      PRIMARY KEY (${key}, ${rolled})
    ) WITH (fillfactor = 70);
    CREATE TABLE vat_month (
      ${chainKey}, ${owners}, ${roll}, state text NOT NULL,
      category text NOT NULL, reason text NOT NULL, rate numeric NOT NULL,
      count bigint NOT NULL, taxable bigint NOT NULL, vat bigint NOT NULL,
      PRIMARY KEY (${key}, ${rolled}, category, reason, rate)
    ) WITH (fillfactor = 70);
    ${force('NO FORCE')}
    INSERT INTO document_month ${days('sum(count), sum(payable), sum(taxable), sum(vat)')}
      FROM document_day GROUP BY ${key}, tenant, entity, branch, ${rolled};
    INSERT INTO vat_month ${days('category, reason, rate, sum(count), sum(taxable), sum(vat)')}
      FROM vat_day GROUP BY ${key}, tenant, entity, branch, ${rolled}, category, reason, rate;
    ${force('FORCE')}
    CREATE INDEX document_month_by_month ON document_month (entity, month);
    CREATE INDEX vat_month_by_month ON vat_month (entity, month);
    ${guarded('document_month', 'SELECT, INSERT, UPDATE (count, payable, taxable, vat)')}
    ${guarded('vat_month', 'SELECT, INSERT, UPDATE (count, taxable, vat)')}
  `,
};
