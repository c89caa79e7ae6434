import type { Migration } from '../database.ts';

export const sumsOfLists: Migration = {
  name: 'sums of any list, and documents by article and means',
  sql: `
    -- The program's number for the sums that it keeps (takings.ts); with another one all are added up anew.
    ALTER TABLE takings_until ADD COLUMN form INTEGER NOT NULL DEFAULT 0;

    -- The columns that are added up for a list, without reading the long rows.
    CREATE INDEX document_sums ON document (icv, kind, currency, payable);
    CREATE INDEX payment_means ON payment (means);

    -- The articles of each document; filled in idle moments and before a search (sold-articles.ts). key: the barcode,
    -- or the name. name: as search-words.ts folds it; an article that was renamed has several rows.
    CREATE TABLE sold_article (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (key, name)
    ) STRICT;
    CREATE TABLE sold_in (
      icv INTEGER NOT NULL REFERENCES document (icv),
      article INTEGER NOT NULL REFERENCES sold_article (id),
      PRIMARY KEY (icv, article)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sold_in_article ON sold_in (article);

    -- Documents up to this counter have their articles there.
    CREATE TABLE sold_until (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      icv INTEGER NOT NULL
    ) STRICT;
    INSERT INTO sold_until VALUES (1, 0);
  `,
};
