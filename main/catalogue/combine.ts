import { articleLimits, nameInDocument } from '../../shared/article.ts';
import type { Article } from '../../shared/contract/articles.ts';
import { fail, type Issue } from '../../shared/failure.ts';
import type { Database } from '../ledger/database.ts';
import type { Articles } from './articles.ts';
import type { ArticleRow } from './rows.ts';

export interface Combination {
  /** The article that is given up, and its revision as the writer saw it. */
  readonly id: string;
  readonly revision?: number | undefined;
  /** The article that stays. */
  readonly into: string;
}

/**
 * Returns the function that makes two articles one. The codes and names of the one that is given up find the other from
 * then on, and its price lines are kept there as history, of which none is ever in force. Past sales find the article by
 * these codes and names, so reports add both up as one.
 */
export function createCombining(
  database: Database,
  articles: Pick<Articles, 'row' | 'reindex'>,
  toArticle: (row: ArticleRow) => Article,
  now: () => number,
): (combination: Combination) => string {
  const nextPlace = database
    .prepare<[number], number>('SELECT coalesce(max(place), 0) + 1 FROM article_code WHERE article = ?')
    .pluck();
  const hasShortCode = database
    .prepare<[number], number>('SELECT 1 FROM article_code WHERE article = ? AND place = 0')
    .pluck();
  const moveCode = database.prepare<[number, number, number, number]>(
    'UPDATE article_code SET article = ?, place = ? WHERE article = ? AND place = ?',
  );
  const places = database
    .prepare<[number], number>('SELECT place FROM article_code WHERE article = ? ORDER BY place')
    .pluck();
  const takeNames = database.prepare<[number, number]>(
    `INSERT INTO article_name (folded, article, is_own) SELECT folded, ?, 0 FROM article_name WHERE article = ?
     ON CONFLICT DO NOTHING`,
  );
  const dropNames = database.prepare<[number]>('DELETE FROM article_name WHERE article = ?');
  const takePrices = database.prepare<[{ stays: number; name: string; now: number; gone: number }]>(
    `UPDATE price_change SET article = :stays, was_of = coalesce(was_of, :name),
       is_dropped = max(is_dropped, from_at > :now) WHERE article = :gone`,
  );
  const dropText = database.prepare<[number]>('DELETE FROM article_text WHERE rowid = ?');
  const drop = database.prepare<[number]>('DELETE FROM article WHERE n = ?');
  const touch = database.prepare<[number]>('UPDATE article SET revision = revision + 1 WHERE n = ?');

  /** @throws FailureError `bad-input` where both cannot be one article */
  function check(gone: Article, stays: Article, { revision }: Combination): void {
    if (gone.id === stays.id) refuse({ code: 'article-itself', message: 'is the same article' });
    if (revision !== undefined && revision !== gone.revision)
      refuse({ code: 'changed-meanwhile', message: 'was changed meanwhile' });
    // Quantities of pieces and of kilograms make no sum, and a code must not change its VAT unseen.
    if (gone.unit !== stays.unit) refuse({ code: 'article-unit-differs', message: 'has another unit' });
    if (JSON.stringify(gone.soldWith) !== JSON.stringify(stays.soldWith))
      refuse({ code: 'article-vat-differs', message: 'has another VAT' });
    const codes = stays.codes.length + gone.codes.length + (gone.shortCode && stays.shortCode ? 1 : 0);
    if (codes > articleLimits.codes)
      refuse({ code: 'codes-too-many', message: 'too many codes', params: { limit: articleLimits.codes } });
  }

  return (combination) => {
    const gone = articles.row(combination.id);
    const stays = articles.row(combination.into);
    check(toArticle(gone), toArticle(stays), combination);
    for (const place of places.all(gone.n)) {
      const isShort = place === 0 && hasShortCode.get(stays.n) === undefined;
      moveCode.run(stays.n, isShort ? 0 : (nextPlace.get(stays.n) as number), gone.n, place);
    }
    takeNames.run(stays.n, gone.n);
    dropNames.run(gone.n);
    const name = nameInDocument({ nameAr: gone.nameAr ?? undefined, nameEn: gone.nameEn ?? undefined });
    takePrices.run({ stays: stays.n, name, now: now(), gone: gone.n });
    dropText.run(gone.n);
    drop.run(gone.n);
    touch.run(stays.n);
    articles.reindex(stays.n);
    return stays.id;
  };
}

const refuse = (issue: Omit<Issue, 'path'>) => fail('bad-input', { issues: [{ path: ['into'], ...issue }] });
