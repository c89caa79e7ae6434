import type { Migration } from '../database.ts';

export const takings: Migration = {
  name: 'what was taken, by day',
  sql: `
    -- Added up from the documents in idle moments (takings.ts); could be thrown away and added up anew.
    -- day: YYYY-MM-DD in Riyadh. dimension, key: what the sums are of, for instance hour 09, person Mona, means cash.
    -- label: the name for people where the key is none, as the newest document of the day has it.
    -- quantity: millionths of the unit.
    CREATE TABLE takings (
      dimension TEXT NOT NULL,
      day TEXT NOT NULL,
      key TEXT NOT NULL,
      label TEXT,
      count INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      net INTEGER NOT NULL,
      vat INTEGER NOT NULL,
      discount INTEGER NOT NULL,
      quantity INTEGER NOT NULL,
      PRIMARY KEY (dimension, day, key)
    ) STRICT, WITHOUT ROWID;

    -- Documents up to this counter were added up.
    CREATE TABLE takings_until (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      icv INTEGER NOT NULL
    ) STRICT;

    INSERT INTO takings_until VALUES (1, 0);
  `,
};
