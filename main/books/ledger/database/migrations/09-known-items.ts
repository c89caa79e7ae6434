import type { Migration } from '../database.ts';

export const knownItems: Migration = {
  name: 'what was sold, remembered for the next sale',
  sql: `
    -- Read from the documents' sales in idle moments (known-items.ts); could be thrown away and read anew.
    -- key: the barcode where there is one, else the folded name. folded: the name as search-words.ts folds it.
    -- price: of one piece, SAR, VAT included. vat: JSON, as a sale has it. sold: in how many lines. last: newest counter.
    CREATE TABLE known_item (
      key TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      folded TEXT NOT NULL,
      barcode TEXT,
      price TEXT NOT NULL,
      vat TEXT NOT NULL,
      sold INTEGER NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX known_item_last ON known_item (last);

    -- Documents up to this counter were read. What a large ledger sold long ago is not worth reading.
    CREATE TABLE known_items_until (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      icv INTEGER NOT NULL
    ) STRICT;

    INSERT INTO known_items_until SELECT 1, max(0, coalesce(max(icv), 0) - 20000) FROM document;
  `,
};
