import type { Migration } from '../database.ts';

export const notesOfReissued: Migration = {
  name: 'notes on the account of the buyer to whom their document was issued again',
  sql: `
    -- A note stayed on the account of the buyer whom its rejected document had named; what documents add is read anew.
    -- part: 0 for the document itself, 1 for the rejected one in whose place it was issued, whose amount is taken off again,
    -- then two for each note that goes along with it to another buyer: even off the one account, odd onto the other.
    DROP TABLE account_entry;
    CREATE TABLE account_entry (
      icv INTEGER NOT NULL REFERENCES document (icv),
      part INTEGER NOT NULL CHECK (part >= 0),
      key TEXT NOT NULL,
      at INTEGER NOT NULL,
      number TEXT NOT NULL,
      kind TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount INTEGER NOT NULL,
      PRIMARY KEY (icv, part)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX account_entry_of ON account_entry (key, at);
    UPDATE account_until SET read = 0;
  `,
};
