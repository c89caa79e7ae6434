import type { Migration } from '../../../books/ledger/database/database.ts';

export const approvalOrigin: Migration = {
  name: 'where approvals are asked from, and which were denied',
  sql: `
    -- address: of the browser that asked. denied_at: so that an app that was denied does not ask again at once.
    ALTER TABLE approval ADD COLUMN address TEXT NOT NULL DEFAULT '';
    ALTER TABLE approval ADD COLUMN denied_at INTEGER;
  `,
};
