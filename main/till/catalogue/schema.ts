import type { Migration } from '../../books/ledger/database/database.ts';

/*
 * The schema of catalogue.db, which all environments share. Times are milliseconds since 1970. Prices are decimal text
 * in riyals, VAT included. VAT is JSON, as in a sale. Names are Arabic or English; one of the two may be missing.
 */

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const migrations: readonly Migration[] = [
  {
    name: 'baseline',
    schema: 'e40c152a3a644a5ac74e86d3dbfec61d94ab00711e408c33136d9af5bb929a6a',
    sql: `
      -- The groups under which the till shows its tiles.
      CREATE TABLE article_group (
        id TEXT PRIMARY KEY,
        name_ar TEXT,
        name_en TEXT,
        colour TEXT,
        vat TEXT,                      -- for articles without VAT of their own
        place INTEGER NOT NULL,        -- its place in the manager's order, from 0
        is_sample INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1)),  -- 1: of training's sample shop
        CHECK (name_ar IS NOT NULL OR name_en IS NOT NULL)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE article (
        n INTEGER PRIMARY KEY,         -- the key within this file
        id TEXT NOT NULL UNIQUE,       -- the key for everybody else, also for the head office
        name_ar TEXT,
        name_en TEXT,
        vat TEXT,                      -- NULL: as its group has it
        unit TEXT NOT NULL,            -- a code of UN/ECE Recommendation 20
        unit_word TEXT,                -- the word of an imported list for a unit that is in no list of ours
        group_id TEXT REFERENCES article_group (id),
        favourite INTEGER NOT NULL CHECK (favourite IN (0, 1)),
        colour TEXT,
        active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),  -- 0: withdrawn, and no longer offered
        sort_ar TEXT NOT NULL,         -- the name by which a list in this language is ordered, folded by search-words.ts
        sort_en TEXT NOT NULL,
        is_sample INTEGER NOT NULL DEFAULT 0 CHECK (is_sample IN (0, 1)),  -- 1: of training's sample shop
        revision INTEGER NOT NULL DEFAULT 1,  -- rises with every change, so that a writer who saw an older one is refused
        CHECK (name_ar IS NOT NULL OR name_en IS NOT NULL)
      ) STRICT;
      -- The list of articles, a page at a time, in either language.
      CREATE INDEX article_by_ar ON article (active, sort_ar, n);
      CREATE INDEX article_by_en ON article (active, sort_en, n);
      -- The articles of a group, and their number.
      CREATE INDEX article_by_group ON article (group_id);
      -- The tiles of the sale screen.
      CREATE INDEX article_favourite ON article (favourite) WHERE favourite = 1;

      -- The codes that a scanner or a person may enter for an article.
      CREATE TABLE article_code (
        key TEXT PRIMARY KEY,          -- the code, folded by code-key.ts
        article INTEGER NOT NULL REFERENCES article (n),
        code TEXT NOT NULL,            -- as it was written
        place INTEGER NOT NULL,        -- its order among the article's codes, from 1; 0 for the short code
        -- 1: from a merged article or a proposal. It stays when a list from elsewhere names other codes.
        is_merged INTEGER NOT NULL DEFAULT 0 CHECK (is_merged IN (0, 1))
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX article_code_of ON article_code (article, place);

      -- The names under which an article is found: its own, and those merged into it.
      CREATE TABLE article_name (
        folded TEXT NOT NULL,          -- the name, folded by search-words.ts
        article INTEGER NOT NULL REFERENCES article (n),
        is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
        -- 1: from a merged article or a proposal. It stays when the article's own names change.
        is_merged INTEGER NOT NULL DEFAULT 0 CHECK (is_merged IN (0, 1)),
        PRIMARY KEY (folded, article)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX article_name_of ON article_name (article);

      -- Every price that an article had or will have. The newest line that has begun is in force, unless it was dropped
      -- or came from a merged article.
      CREATE TABLE price_change (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        article INTEGER NOT NULL REFERENCES article (n),
        price TEXT,                    -- NULL: the till asks for it
        from_at INTEGER NOT NULL,      -- when it begins
        at INTEGER NOT NULL,           -- when it was written
        actor TEXT NOT NULL,           -- who wrote it
        is_dropped INTEGER NOT NULL DEFAULT 0 CHECK (is_dropped IN (0, 1)),  -- 1: withdrawn before it began
        merged_from TEXT               -- the name of the merged article that had this price
      ) STRICT;
      CREATE INDEX price_change_of ON price_change (article, from_at, n);
      CREATE TRIGGER price_change_stays BEFORE DELETE ON price_change
      WHEN (SELECT is_sample FROM article WHERE n = OLD.article) = 0
      BEGIN SELECT raise(ABORT, 'prices are kept'); END;

      -- Articles that were merged into another one. The head office goes on naming them by their ids.
      CREATE TABLE merged_article (
        id TEXT PRIMARY KEY,
        article INTEGER NOT NULL REFERENCES article (n)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX merged_article_into ON merged_article (article);

      -- Proposals that a manager dismissed, by the key of known-items.ts.
      CREATE TABLE dismissed_proposal (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

      -- Finds articles by any three characters in a row of their names and codes. The rowid is article.n.
      CREATE VIRTUAL TABLE article_text
        USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');

      CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL            -- JSON
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
