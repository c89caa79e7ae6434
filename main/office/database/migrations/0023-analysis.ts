import type { OfficeMigration } from './guarded.ts';

/** Tables to which rows are added, and whose rows hardly ever change. */
const grown = ['document', 'document_vat', 'document_deduction', 'body', 'cleared', 'event', 'audit_line'];
/** The sums of the present day change with its documents; those of earlier days hardly ever change. */
const sums = ['document_day', 'vat_day'];

const analyzed = (table: string, threshold: number, factor: number) => `
    ALTER TABLE ${table} SET (
      autovacuum_analyze_threshold = ${threshold}, autovacuum_analyze_scale_factor = ${factor});`;

/**
 * PostgreSQL analyzes a table again once a tenth of it is new. With five thousand tills, the heads and the sums of the
 * day change that much within a minute. Their distribution stays the same, and the statements that store batches find
 * rows by key anyway.
 */
export const analysis: OfficeMigration = {
  name: 'tables are analyzed less often',
  sql: `
    -- Keeps nobody waiting but PostgreSQL's own cleaning of a table, which gives way after a second.
    SET LOCAL lock_timeout = 10000;
    -- A table that grew by half.
    ${grown.map((table) => analyzed(table, 1000, 0.5)).join('')}
    -- As many changes as there are rows: a table of years still learns of its last days.
    ${sums.map((table) => analyzed(table, 20_000, 1)).join('')}
    -- As many rows as tills, each changed ten times.
    ${analyzed('chain', 1000, 10)}
  `,
};
