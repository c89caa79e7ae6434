import type { Migration } from '../database.ts';

export const sumsOfBlocks: Migration = {
  name: 'sums of blocks of documents',
  sql: `
    -- What 1,000 documents in a row add up to, by the person who issued them ('' where nobody knows) and by currency;
    -- block 0 has the counters from 1 to 1000. Documents never change, and so neither does a block once it is full. Filled
    -- in idle moments (block-sums.ts); could be thrown away and added up anew.
    CREATE TABLE document_sum (
      block INTEGER NOT NULL,
      actor TEXT NOT NULL,
      currency TEXT NOT NULL,
      count INTEGER NOT NULL,
      total INTEGER NOT NULL,
      returned INTEGER NOT NULL,
      PRIMARY KEY (block, actor, currency)
    ) STRICT, WITHOUT ROWID;
  `,
};
