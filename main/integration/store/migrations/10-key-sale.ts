import type { Migration } from '../../../books/ledger/database/database.ts';

export const keySale: Migration = {
  name: 'the sale that an idempotency key stands for',
  sql: `
    -- NULL for keys of earlier versions.
    ALTER TABLE request_key ADD COLUMN sale_id TEXT;
  `,
};
