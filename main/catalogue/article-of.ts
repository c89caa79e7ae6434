import { nameInDocument } from '../../shared/article.ts';
import type { Database } from '../ledger/database.ts';
import { searchText } from '../ledger/search-words.ts';
import { codeKey } from './code-key.ts';

/** An item as it was sold. */
export interface NamedItem {
  readonly name: string;
  readonly barcode?: string | undefined;
}

/** An article as a report needs it; items of one article have the same object. */
export interface ArticleOfItem {
  /** Its name as a document has it. */
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
 * Returns a function that finds the articles of items by their codes, or else their names, withdrawn ones too. A report
 * asks for all that was sold, on the thread that sells: codes are read at once, and kept until the list changes.
 */
export function createArticlesOf(
  database: Database,
): (items: readonly NamedItem[]) => (ArticleOfItem | undefined)[] {
  // Changes of other connections, as of an import, and of this one.
  const others = database.prepare<[], number>('PRAGMA data_version').pluck();
  const own = database.prepare<[], number>('SELECT total_changes()').pluck();
  const parts = createParts(database);
  let list = readList(parts);
  let version = '';

  return (items) => {
    const current = `${others.get()} ${own.get()}`;
    if (version !== current) list = readList(parts);
    version = current;
    return items.map(list);
  };
}

/** Finds the articles of a version of the list; each part of it is read when it is first needed. */
function readList(read: ReturnType<typeof createParts>): (item: NamedItem) => ArticleOfItem | undefined {
  const articles = new Map<number, ArticleOfItem>();
  const byCode = once(read.codes);
  const byName = once(read.names);
  const groups = once(read.groups);

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
        return groups().get(n);
      },
    };
    articles.set(n, article);
    return article;
  }

  return ({ name, barcode }) => {
    const n = barcode === undefined ? byName().get(searchText(name)) : byCode().get(codeKey(barcode));
    return n === undefined ? undefined : articleAt(n);
  };
}

function once<T extends object>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

function createParts(database: Database) {
  const codes = database.prepare<[], [string, number]>('SELECT key, article FROM article_code').raw();
  // Of several articles with a name, the oldest counts.
  const names = database
    .prepare<[], [string, number]>('SELECT folded, min(article) FROM article_name GROUP BY folded')
    .raw();
  const groups = database.prepare<[], NameRow & { n: number }>(
    `SELECT n, article_group.name_ar AS nameAr, article_group.name_en AS nameEn
     FROM article JOIN article_group ON article_group.id = article.group_id`,
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
    codes: () => new Map(codes.all()),
    names: () => new Map(names.all()),
    groups: () => new Map(groups.all().map((row) => [row.n, text(row)])),
    name: (n: number) => text(name.get(n) ?? { nameAr: null, nameEn: null }),
    code: (n: number) => code.get(n),
  };
}
