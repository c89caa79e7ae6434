import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { Article } from '../../../shared/contract/till/articles.ts';
import { articleLimits } from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { searchPhrases, searchQuery, searchText } from '../../books/ledger/database/search-words.ts';
import { codeKey } from './code-key.ts';
import { type ArticleRow, groupJoin, rowColumns } from './rows.ts';

export type ArticleQuery = CommandParsed<'article.list'>;

export interface ArticlePage {
  readonly articles: Article[];
  /** The number of articles found; at most `mostFound` for a text. */
  readonly total: number;
}

/** The number of articles that one search compares: a text that matches more is too short to find anything. */
const mostFound = 2_000;

interface Found extends ArticleRow {
  readonly total: number;
}

const shown: Readonly<Record<ArticleQuery['show'], string>> = {
  active: 'article.active = 1',
  withdrawn: 'article.active = 0',
  // The plus sign keeps SQLite from using the index of all active articles, since favourites are few.
  favourites: '+article.active = 1 AND article.favourite = 1',
};
/** The columns to sort by, never a text that a person typed. */
const sorts = { ar: 'article.sort_ar', en: 'article.sort_en' } as const;

export function createArticleSearch(database: Database, toArticle: (row: ArticleRow) => Article) {
  const withCode = database.prepare<[string], ArticleRow>(
    `SELECT ${rowColumns} FROM article_code JOIN article ON article.n = article_code.article ${groupJoin}
     WHERE article_code.key = ?`,
  );
  const statements = new Map<string, ReturnType<typeof database.prepare<[object], Found>>>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare<[object], Found>(sql);
    statements.set(sql, statement);
    return statement;
  };

  function page(query: ArticleQuery, limit: number): ArticlePage {
    const phrases = searchPhrases(query.text);
    if (phrases.length === 0 && query.text.trim() !== '') return { articles: [], total: 0 };
    const isSearch = phrases.length > 0;
    const found = isSearch
      ? 'article.n IN (SELECT rowid FROM article_text WHERE article_text MATCH :match LIMIT :most)'
      : 'true';
    const group = query.group === undefined ? 'true' : 'article.group_id = :group';
    const where = `${shown[query.show]} AND ${group} AND ${found}`;
    const sort = sorts[query.language];
    const first = isSearch
      ? 'instr(article.sort_ar, :begin) <> 1 AND instr(article.sort_en, :begin) <> 1, article.favourite DESC,'
      : '';
    const order = `${first} ${sort}, article.n`;
    // The page is selected before other tables are joined to it.
    const rows = prepared(
      `SELECT ${rowColumns}, (SELECT count(*) FROM article WHERE ${where}) AS total
       FROM (SELECT article.n AS wanted FROM article WHERE ${where}
         ORDER BY ${order} LIMIT :limit OFFSET :start)
       JOIN article ON article.n = wanted ${groupJoin} ORDER BY ${order}`,
    ).all({
      ...(isSearch && {
        match: searchQuery(phrases),
        most: mostFound,
        begin: searchText(query.text).trimEnd(),
      }),
      ...(query.group !== undefined && { group: query.group }),
      limit,
      start: query.start,
    });
    return { articles: rows.map(toArticle), total: rows[0]?.total ?? 0 };
  }

  const everything = database.prepare<[], ArticleRow>(
    `SELECT ${rowColumns} FROM article ${groupJoin} ORDER BY article.n`,
  );

  const rowByCode = (code: string) => {
    const key = codeKey(code);
    return key === '' ? undefined : withCode.get(key);
  };

  return {
    /** Returns a page of the list; for an article's code, only that article. */
    list(query: ArticleQuery): ArticlePage {
      const scanned = query.start === 0 ? rowByCode(query.text) : undefined;
      if (scanned === undefined) return page(query, articleLimits.page);
      return { articles: [toArticle(scanned)], total: 1 };
    },
    /** Returns the article with this code, withdrawn or not. */
    byCode(code: string): Article | undefined {
      const row = rowByCode(code);
      return row && toArticle(row);
    },
    /** Returns every article, withdrawn ones included. */
    all: (): Article[] => everything.all().map(toArticle),
    /** Returns active articles whose names or codes contain the text, those that begin with it first. */
    find: (text: string, limit: number): Article[] =>
      text.trim() === '' ? [] : page({ text, show: 'active', language: 'ar', start: 0 }, limit).articles,
  };
}
