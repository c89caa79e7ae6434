import { nameInDocument } from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchText } from '../../books/ledger/database/search-words.ts';
import { codeKey } from './code-key.ts';

export interface NamedItem {
  readonly name: string;
  readonly barcode?: string | undefined;
}

/** An article as a report needs it; for items of the same article it is the same object. */
export interface ArticleOfItem {
  /** The name as in a document. */
  readonly name: string;
  /** The first of its codes; undefined without one. */
  readonly code: string | undefined;
  /** The names of its group in both languages; undefined without one. */
  readonly group: string | undefined;
}

interface NameRow {
  readonly nameAr: string | null;
  readonly nameEn: string | null;
}

/**
 * Returns a function that finds the articles of items by their codes, or else by their names, including withdrawn
 * articles. A report needs the articles of everything that was sold, and runs on the thread that sells. So it asks for
 * all of them at once, and the answers are kept until the list changes.
 */
export function createArticlesOf(
  database: Database,
): (items: readonly NamedItem[]) => (ArticleOfItem | undefined)[] {
  // Both counts show changes: by other connections, such as an import's, and by this one.
  const others = database.prepare<[], number>('PRAGMA data_version').pluck();
  const totalChanges = database.prepare<[], number>('SELECT total_changes()').pluck();
  const parts = createParts(database);
  const keyOf = createKeys();
  let list = createFinder(parts);
  let version = '';

  return (items) => {
    const current = `${others.get()} ${totalChanges.get()}`;
    if (version !== current) list = createFinder(parts);
    version = current;
    const keys = items.map(keyOf);
    list.find(keys);
    return keys.map(list.articleOf);
  };
}

interface Key {
  readonly by: 'code' | 'name';
  readonly text: string;
}

/** The number of names whose folded form is kept: folding one takes longer than finding its article. */
const foldedAtMost = 50_000;

function createKeys(): (item: NamedItem) => Key {
  const folded = new Map<string, Key>();
  return ({ name, barcode }) => {
    if (barcode !== undefined) return { by: 'code', text: codeKey(barcode) };
    const before = folded.get(name);
    if (before !== undefined) return before;
    if (folded.size >= foldedAtMost) folded.clear();
    const key: Key = { by: 'name', text: searchText(name) };
    folded.set(name, key);
    return key;
  };
}

function createFinder(read: ReturnType<typeof createParts>) {
  const found = { code: new Map<string, number | undefined>(), name: new Map<string, number | undefined>() };
  const articles = new Map<number, ArticleOfItem>();
  let groups: ReadonlyMap<number, string> | undefined;

  function articleAt(n: number): ArticleOfItem {
    const before = articles.get(n);
    if (before !== undefined) return before;
    const article: ArticleOfItem = {
      get name() {
        return read.name(n);
      },
      get code() {
        return read.code(n);
      },
      get group() {
        groups ??= read.groups([...articles.keys()]);
        return groups.get(n);
      },
    };
    articles.set(n, article);
    groups = undefined;
    return article;
  }

  return {
    /** Looks up the keys that have not been looked up yet. */
    find(keys: readonly Key[]): void {
      for (const by of ['code', 'name'] as const) {
        const unknown = new Set(
          keys.filter((key) => key.by === by && !found[by].has(key.text)).map(({ text }) => text),
        );
        if (unknown.size === 0) continue;
        const matches = new Map(read[by === 'code' ? 'withCodes' : 'withNames']([...unknown]));
        for (const text of unknown) found[by].set(text, matches.get(text));
      }
    },
    articleOf({ by, text }: Key): ArticleOfItem | undefined {
      const n = found[by].get(text);
      return n === undefined ? undefined : articleAt(n);
    },
  };
}

function createParts(database: Database) {
  const withCodes = database
    .prepare<[string], [string, number]>(
      'SELECT article_code.key, article FROM json_each(?) AS one JOIN article_code ON article_code.key = one.value',
    )
    .raw();
  // If several articles have the name, the oldest one counts.
  const withNames = database
    .prepare<[string], [string, number]>(
      `SELECT folded, min(article) FROM json_each(?) AS one JOIN article_name ON article_name.folded = one.value
       GROUP BY folded`,
    )
    .raw();
  const groups = database.prepare<[string], NameRow & { n: number }>(
    `SELECT n, article_group.name_ar AS nameAr, article_group.name_en AS nameEn
     FROM json_each(?) AS one JOIN article ON article.n = one.value
       JOIN article_group ON article_group.id = article.group_id`,
  );
  const name = database.prepare<[number], NameRow>(
    'SELECT name_ar AS nameAr, name_en AS nameEn FROM article WHERE n = ?',
  );
  const code = database
    .prepare<[number], string>(
      'SELECT code FROM article_code WHERE article = ? ORDER BY place = 0, place LIMIT 1',
    )
    .pluck();
  const text = ({ nameAr, nameEn }: NameRow) =>
    nameInDocument({ nameAr: nameAr ?? undefined, nameEn: nameEn ?? undefined });
  return {
    withCodes: (keys: readonly string[]) => withCodes.all(JSON.stringify(keys)),
    withNames: (keys: readonly string[]) => withNames.all(JSON.stringify(keys)),
    groups: (of: readonly number[]) =>
      new Map(groups.all(JSON.stringify(of)).map((row) => [row.n, text(row)])),
    name: (n: number) => text(name.get(n) ?? { nameAr: null, nameEn: null }),
    code: (n: number) => code.get(n),
  };
}
