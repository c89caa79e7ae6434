import type { Migration } from '../database.ts';

export const sumsOfMeans: Migration = {
  name: 'sums of blocks of documents by means of payment',
  sql: `
    -- The parts that each means paid of the documents of a block, as document_sum has whole documents. A block has a row
    -- without means too, which says that it was added up.
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
  `,
};
