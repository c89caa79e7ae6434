import type { Database } from '../ledger/database.ts';
import { searchText } from '../ledger/search-words.ts';
import { codeKey } from './code-key.ts';

/** An item as it was sold. */
export interface NamedItem {
  readonly name: string;
  readonly barcode?: string | undefined;
}

/** An article as a report needs it. */
export interface ArticleOfItem {
  readonly id: string;
  /** The names of its group in both languages; undefined without one. */
  readonly group: string | undefined;
}

interface Row {
  readonly id: string;
  readonly nameAr: string | null;
  readonly nameEn: string | null;
}

/** Returns a function that finds the article of an item by its code, or else its name, a withdrawn one too. */
export function createArticleOf(database: Database): (item: NamedItem) => ArticleOfItem | undefined {
  const articleOf = (found: string) =>
    database.prepare<[string], Row>(
      `SELECT article.id, article_group.name_ar AS nameAr, article_group.name_en AS nameEn
       FROM article LEFT JOIN article_group ON article_group.id = article.group_id WHERE article.n = (${found})`,
    );
  const byCode = articleOf('SELECT article FROM article_code WHERE key = ?');
  const byName = articleOf('SELECT min(article) FROM article_name WHERE folded = ?');
  return ({ name, barcode }) => {
    const row = barcode === undefined ? byName.get(searchText(name)) : byCode.get(codeKey(barcode));
    if (row === undefined) return undefined;
    const names = [row.nameAr, row.nameEn].filter((one) => one !== null);
    return { id: row.id, group: names.length === 0 ? undefined : names.join(' | ') };
  };
}
