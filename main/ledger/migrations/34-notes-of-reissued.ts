import type { Migration } from '../database.ts';

export const notesOfReissued: Migration = {
  name: 'notes on the account of the buyer to whom their document was issued again',
  sql: `
    -- A note stayed on the account of the buyer whom its rejected document had named; what documents add is read anew.
    DELETE FROM account_entry;
    UPDATE account_until SET read = 0;
  `,
};
