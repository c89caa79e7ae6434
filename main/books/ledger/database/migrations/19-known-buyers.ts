import type { Migration } from '../database.ts';

export const knownBuyers: Migration = {
  name: 'the buyers of business sales, remembered for the next one',
  sql: `
    -- Read from the documents' sales in idle moments (known-buyers.ts); could be thrown away and read anew.
    -- key: the buyer's number where there is one, else the folded name. folded: name and number as search-words.ts folds
    -- them. buyer: JSON, as the newest sale has it. sold: in how many documents. last: the newest counter.
    CREATE TABLE known_buyer (
      key TEXT PRIMARY KEY,
      folded TEXT NOT NULL,
      buyer TEXT NOT NULL,
      sold INTEGER NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX known_buyer_last ON known_buyer (last);

    -- Documents up to this counter were read.
    CREATE TABLE known_buyers_until (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      icv INTEGER NOT NULL
    ) STRICT;

    INSERT INTO known_buyers_until VALUES (1, 0);
  `,
};
