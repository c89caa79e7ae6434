export const learned = `
  -- What idle moments read from documents, so that issuing does not pay for it: all of these tables can be emptied and
  -- filled anew.

  -- The counter up to which documents were read, by what is read. layout: the program's number for what it keeps; with
  -- another one it is read anew.
  CREATE TABLE learned (
    what TEXT PRIMARY KEY,
    icv INTEGER NOT NULL,
    layout INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  INSERT INTO learned (what, icv) VALUES ('items', 0), ('buyers', 0), ('articles', 0), ('accounts', 0), ('takings', 0);

  -- What documents are searched by (search-index.ts).
  CREATE TABLE search_entry (
    icv INTEGER PRIMARY KEY REFERENCES document (icv),
    payable INTEGER NOT NULL,
    buyer TEXT,                  -- name and VAT number, as search-words.ts folds them
    vat_number TEXT              -- the buyer's
  ) STRICT;

  CREATE INDEX search_entry_payable ON search_entry (payable);
  CREATE INDEX search_entry_vat_number ON search_entry (vat_number) WHERE vat_number IS NOT NULL;

  -- Where any three characters in a row stand in search_entry.buyer; rowid is the counter.
  CREATE VIRTUAL TABLE search_buyer USING fts5 (buyer, content = '', columnsize = 0, tokenize = 'trigram');

  -- The articles of each document (sold-articles.ts); an article that was renamed has several rows.
  CREATE TABLE sold_article (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,           -- the barcode, or the name
    name TEXT NOT NULL,          -- as search-words.ts folds it
    UNIQUE (key, name)
  ) STRICT;
  CREATE TABLE sold_in (
    icv INTEGER NOT NULL REFERENCES document (icv),
    article INTEGER NOT NULL REFERENCES sold_article (id),
    PRIMARY KEY (icv, article)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX sold_in_article ON sold_in (article);

  -- What was sold, for the next sale (known-items.ts).
  CREATE TABLE known_item (
    key TEXT PRIMARY KEY,        -- the barcode where there is one, else the folded name
    name TEXT NOT NULL,
    folded TEXT NOT NULL,        -- the name, as search-words.ts folds it
    barcode TEXT,
    price TEXT NOT NULL,         -- of one piece, SAR, VAT included
    vat TEXT NOT NULL,           -- JSON, as a sale has it
    sold INTEGER NOT NULL,       -- in how many lines
    last INTEGER NOT NULL        -- the newest counter
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX known_item_last ON known_item (last);

  -- What was taken, by day (takings.ts). dimension, key: what the sums are of, for instance hour 09, person Mona, means
  -- cash.
  CREATE TABLE takings (
    dimension TEXT NOT NULL,
    day TEXT NOT NULL,           -- YYYY-MM-DD in Riyadh
    key TEXT NOT NULL,
    label TEXT,                  -- the name for people where the key is none, as the newest document of the day has it
    count INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    net INTEGER NOT NULL,
    vat INTEGER NOT NULL,
    discount INTEGER NOT NULL,
    quantity INTEGER NOT NULL,   -- millionths of the unit
    PRIMARY KEY (dimension, day, key)
  ) STRICT, WITHOUT ROWID;

  -- What 1,000 documents in a row add up to, by the person who issued them and by currency, and the parts that each means
  -- paid of them (block-sums.ts). Block 0 has the counters from 1 to 1000. Documents never change, and so neither does a
  -- block once it is full; it has a row with empty keys too, which says that it was added up.
  CREATE TABLE document_sum (
    block INTEGER NOT NULL,
    actor TEXT NOT NULL,
    currency TEXT NOT NULL,
    count INTEGER NOT NULL,
    total INTEGER NOT NULL,
    returned INTEGER NOT NULL,
    PRIMARY KEY (block, actor, currency)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE document_means_sum (
    block INTEGER NOT NULL,
    means TEXT NOT NULL,
    actor TEXT NOT NULL,
    currency TEXT NOT NULL,
    count INTEGER NOT NULL,
    total INTEGER NOT NULL,
    returned INTEGER NOT NULL,
    PRIMARY KEY (block, means, actor, currency)
  ) STRICT, WITHOUT ROWID;
`;
