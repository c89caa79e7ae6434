import type { Migration } from '../../../books/ledger/database/database.ts';

export const outNames: Migration = {
  name: 'names in out/ without regard to case',
  sql: `
    -- Windows and macOS hold Sale.xml and sale.xml for one file.
    CREATE INDEX dropped_file_out_name ON dropped_file (out_name COLLATE NOCASE);
  `,
};
