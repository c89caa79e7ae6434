import type { OfficeMigration } from './guarded.ts';

/** Tables whose rows are added and hardly ever change. */
const grown = ['document', 'document_vat', 'document_deduction', 'body', 'cleared', 'event', 'audit_line'];
/** The sums of a day change with its documents, and those of earlier days hardly ever. */
const sums = ['document_day', 'vat_day'];

const analyzed = (table: string, threshold: number, factor: number) => `
    ALTER TABLE ${table} SET (
      autovacuum_analyze_threshold = ${threshold}, autovacuum_analyze_scale_factor = ${factor});`;

/**
 * PostgreSQL analyzes a table again once a tenth of it is new. The heads of five thousand tills, and the sums of their
 * day, reach that many changes within a minute without a different distribution; and the statements that store batches
 * find rows by key.
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
