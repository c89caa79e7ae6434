import type { Migration } from '../database.ts';

export const senders: Migration = {
  name: 'who has a document under way',
  sql: `
    -- sender: while sending, the opening of the ledger whose call it is (see sender.ts); otherwise NULL.
    ALTER TABLE submission ADD COLUMN sender TEXT;
  `,
};
