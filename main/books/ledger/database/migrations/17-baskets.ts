import type { Migration } from '../database.ts';

export const baskets: Migration = {
  name: 'baskets that are not sold yet',
  sql: `
    -- id: of the sale that the basket becomes. owner: the person at the screen; one open basket each.
    -- draft: JSON of the screens. Deleted with the document of its sale.
    CREATE TABLE basket (
      id TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'held')),
      draft TEXT NOT NULL CHECK (json_valid(draft)),
      lines INTEGER NOT NULL,
      total INTEGER,
      note TEXT,
      changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX basket_open ON basket (owner) WHERE state = 'open';

    -- A basket whose sale is issued cannot be put back.
    CREATE TRIGGER basket_is_not_sold BEFORE INSERT ON basket
    WHEN EXISTS (SELECT 1 FROM document WHERE sale_id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the sale of this basket is issued'); END;
  `,
};
