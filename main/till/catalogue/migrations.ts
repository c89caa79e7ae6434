import type { Migration } from '../../books/ledger/database/database.ts';

/*
 * The schema of catalogue.db. Times are milliseconds since 1970; prices are decimal text in riyals, VAT included; VAT
 * is JSON, as a sale has it.
 */

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const catalogueMigrations: readonly Migration[] = [
  {
    name: 'articles, their codes, prices and groups',
    sql: `
      -- place: the order of the groups.
      CREATE TABLE article_group (
        id TEXT PRIMARY KEY,
        name_ar TEXT,
        name_en TEXT,
        colour TEXT,
        vat TEXT,
        place INTEGER NOT NULL,
        CHECK (name_ar IS NOT NULL OR name_en IS NOT NULL)
      ) STRICT, WITHOUT ROWID;

      -- sort_ar, sort_en: the name by which a list in that language is ordered, as search-words.ts folds it.
      CREATE TABLE article (
        n INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name_ar TEXT,
        name_en TEXT,
        vat TEXT,
        unit TEXT NOT NULL,
        group_id TEXT REFERENCES article_group (id),
        favourite INTEGER NOT NULL CHECK (favourite IN (0, 1)),
        colour TEXT,
        active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
        sort_ar TEXT NOT NULL,
        sort_en TEXT NOT NULL,
        CHECK (name_ar IS NOT NULL OR name_en IS NOT NULL)
      ) STRICT;
      CREATE INDEX article_by_ar ON article (active, sort_ar, n);
      CREATE INDEX article_by_en ON article (active, sort_en, n);
      CREATE INDEX article_by_group ON article (group_id);
      CREATE INDEX article_favourite ON article (favourite) WHERE favourite = 1;

      -- key: the code as code-key.ts folds it; place: its order among the article's codes, from 1, and 0 for the short
      -- code.
      CREATE TABLE article_code (
        key TEXT PRIMARY KEY,
        article INTEGER NOT NULL REFERENCES article (n),
        code TEXT NOT NULL,
        place INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX article_code_of ON article_code (article, place);

      -- Every name under which an article may be typed: its own, and those merged into it (is_own = 0). folded: as
      -- search-words.ts folds it.
      CREATE TABLE article_name (
        folded TEXT NOT NULL,
        article INTEGER NOT NULL REFERENCES article (n),
        is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
        PRIMARY KEY (folded, article)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX article_name_of ON article_name (article);

      -- Every price that an article had or will have; without a price the till asks. The newest line that has begun is
      -- in force.
      CREATE TABLE price_change (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        article INTEGER NOT NULL REFERENCES article (n),
        price TEXT,
        from_at INTEGER NOT NULL,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        is_dropped INTEGER NOT NULL DEFAULT 0 CHECK (is_dropped IN (0, 1))
      ) STRICT;
      CREATE INDEX price_change_of ON price_change (article, from_at, n);
      CREATE TRIGGER price_change_stays BEFORE DELETE ON price_change
      BEGIN SELECT raise(ABORT, 'prices are kept'); END;

      -- Proposals that a manager dismissed; key as known-items.ts has it.
      CREATE TABLE dismissed (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

      -- Where any three characters in a row stand in an article's names and codes; rowid is article.n.
      CREATE VIRTUAL TABLE article_text
        USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');

      CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: 'how often each article was written',
    sql: `
      -- Rises with every change of the article: who changed an older one is asked to look again.
      ALTER TABLE article ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
    `,
  },
  {
    name: 'prices of articles that became one',
    sql: `
      -- The name of the article that had this price before it became one with the article; such a line is never in
      -- force.
      ALTER TABLE price_change ADD COLUMN was_of TEXT;
    `,
  },
  {
    name: 'what an article was, and what came to it',
    sql: `
      -- The ids of articles that became one with another, which the head office goes on naming.
      CREATE TABLE given_up (
        id TEXT PRIMARY KEY,
        article INTEGER NOT NULL REFERENCES article (n)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX given_up_into ON given_up (article);

      -- 1: came from another article or a proposal. Such a code outlives a list of codes from elsewhere, and such a
      -- name a change of the article's own.
      ALTER TABLE article_code ADD COLUMN is_merged INTEGER NOT NULL DEFAULT 0 CHECK (is_merged IN (0, 1));
      ALTER TABLE article_name ADD COLUMN is_merged INTEGER NOT NULL DEFAULT 0 CHECK (is_merged IN (0, 1));
      UPDATE article_name SET is_merged = 1 - is_own;
    `,
  },
];
