import type { Migration } from '../database.ts';

export const accountsOfNotes: Migration = {
  name: 'notes on the account of the document that they correct',
  sql: `
    -- A note may name its buyer by another number than its document did; what documents add is read anew.
    DELETE FROM account_entry;
    UPDATE account_until SET icv = 0;
  `,
};
