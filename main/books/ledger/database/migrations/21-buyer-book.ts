import type { Migration } from '../database.ts';

export const buyerBook: Migration = {
  name: 'a book of buyers, which a manager writes too',
  sql: `
    DROP INDEX known_buyer_last;
    ALTER TABLE known_buyer RENAME TO sold_buyer;

    -- Read from the documents' sales in idle moments (known-buyers.ts), and written by managers (buyer-book.ts).
    -- key: the buyer's number where there is one, else the folded name. folded: name and numbers as search-words.ts
    -- folds them. buyer: JSON, as the newest sale has it, or a manager who wrote it since. sold: in how many documents.
    -- last: the newest counter, NULL while there is none. written_at: when a manager wrote it last, NULL for never.
    CREATE TABLE known_buyer (
      key TEXT PRIMARY KEY,
      folded TEXT NOT NULL,
      buyer TEXT NOT NULL,
      sold INTEGER NOT NULL,
      last INTEGER,
      written_at INTEGER,
      CHECK (last IS NOT NULL OR written_at IS NOT NULL)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO known_buyer SELECT key, folded, buyer, sold, last, NULL FROM sold_buyer;
    DROP TABLE sold_buyer;

    CREATE INDEX known_buyer_newest ON known_buyer (last DESC, folded);
    CREATE INDEX known_buyer_name ON known_buyer (folded);
  `,
};
