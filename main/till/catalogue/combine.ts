import type { Article } from '../../../shared/contract/till/articles.ts';
import { fail, type Issue } from '../../../shared/failure.ts';
import { articleLimits, nameInDocument } from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { Articles } from './articles.ts';
import type { Prices } from './prices.ts';
import type { ArticleRow } from './rows.ts';

export interface Combination {
  /** The article that is merged away, and its revision as the writer saw it. */
  readonly id: string;
  readonly revision?: number | undefined;
  /** The article that stays, and its revision as the writer saw it. */
  readonly into: string;
  readonly intoRevision?: number | undefined;
  readonly actor: string;
}

function prepareStatements(database: Database) {
  const nextPlace = database
    .prepare<[number], number>('SELECT coalesce(max(place), 0) + 1 FROM article_code WHERE article = ?')
    .pluck();
  const hasShortCode = database
    .prepare<[number], number>('SELECT 1 FROM article_code WHERE article = ? AND place = 0')
    .pluck();
  const moveCode = database.prepare<[number, number, number, number]>(
    'UPDATE article_code SET article = ?, place = ?, is_merged = 1 WHERE article = ? AND place = ?',
  );
  const places = database
    .prepare<[number], number>('SELECT place FROM article_code WHERE article = ? ORDER BY place')
    .pluck();
  const takeNames = database.prepare<[number, number]>(
    `INSERT INTO article_name (folded, article, is_own, is_merged)
     SELECT folded, ?, 0, 1 FROM article_name WHERE article = ?
     ON CONFLICT DO UPDATE SET is_merged = 1`,
  );
  const dropNames = database.prepare<[number]>('DELETE FROM article_name WHERE article = ?');
  const takePrices = database.prepare<[{ stays: number; name: string; now: number; gone: number }]>(
    `UPDATE price_change SET article = :stays, merged_from = coalesce(merged_from, :name),
       is_dropped = max(is_dropped, from_at > :now) WHERE article = :gone`,
  );
  const dropText = database.prepare<[number]>('DELETE FROM article_text WHERE rowid = ?');
  const drop = database.prepare<[number]>('DELETE FROM article WHERE n = ?');
  const giveUp = database.prepare<[string, number]>('INSERT INTO merged_article (id, article) VALUES (?, ?)');
  const leadOn = database.prepare<[number, number]>(
    'UPDATE merged_article SET article = ? WHERE article = ?',
  );
  // A group's VAT is copied together with the group, so that the article keeps its VAT.
  const inherit = database.prepare<[Pick<ArticleRow, 'n' | 'favourite' | 'groupId' | 'vat'>]>(
    `UPDATE article SET revision = revision + 1, favourite = max(favourite, :favourite),
       vat = iif(group_id IS NULL, coalesce(vat, :vat), vat), group_id = coalesce(group_id, :groupId)
     WHERE n = :n`,
  );
  return {
    nextPlace,
    hasShortCode,
    moveCode,
    places,
    takeNames,
    dropNames,
    takePrices,
    dropText,
    drop,
    giveUp,
    leadOn,
    inherit,
  };
}

const refuse = (issue: Omit<Issue, 'path'>) => fail('bad-input', { issues: [{ path: ['into'], ...issue }] });

/** Refuses two articles that cannot be one. @throws FailureError `bad-input` where the two cannot be one article */
function check(gone: Article, stays: Article, { revision, intoRevision }: Combination): void {
  if (gone.id === stays.id) refuse({ code: 'article-itself', message: 'is the same article' });
  if ((revision ?? gone.revision) !== gone.revision || (intoRevision ?? stays.revision) !== stays.revision)
    refuse({ code: 'changed-meanwhile', message: 'was changed meanwhile' });
  // Otherwise the codes and names of the one merged away would find nothing to sell.
  if (gone.active && !stays.active) refuse({ code: 'article-withdrawn', message: 'is withdrawn from sale' });
  // Quantities of pieces and of kilograms cannot be added up, and a code must not change its VAT unnoticed.
  if (gone.unit !== stays.unit) refuse({ code: 'article-unit-differs', message: 'has another unit' });
  if (JSON.stringify(gone.soldWith) !== JSON.stringify(stays.soldWith))
    refuse({ code: 'article-vat-differs', message: 'has another VAT' });
  const codes = stays.codes.length + gone.codes.length + (gone.shortCode && stays.shortCode ? 1 : 0);
  if (codes > articleLimits.codes)
    refuse({ code: 'codes-too-many', message: 'too many codes', params: { limit: articleLimits.codes } });
}

/**
 * Returns the function that merges two articles. From then on, the codes and names of the one merged away find the one
 * that stays. Past sales find it too, so reports add both up as one. The old price lines become history of the one that
 * stays, and are never in force. It takes over the price and the group only if it has none.
 */
export function createCombining(
  database: Database,
  articles: Pick<Articles, 'row' | 'reindex'>,
  prices: Pick<Prices, 'set'>,
  toArticle: (row: ArticleRow) => Article,
  now: () => number,
): (combination: Combination) => string {
  const statements = prepareStatements(database);
  const { nextPlace, hasShortCode, moveCode, places, takeNames, dropNames } = statements;
  const { takePrices, dropText, drop, giveUp, leadOn, inherit } = statements;

  /** Gives an article without a price the price and the planned prices of another. */
  function takePrice(n: number, article: Article, { price, next }: Article, actor: string): void {
    if (article.price !== undefined) return;
    prices.set(n, { price, from: now(), actor });
    if (next !== undefined && article.next === undefined)
      prices.set(n, { price: next.price, from: Date.parse(next.from), actor });
  }

  return (combination) => {
    const gone = articles.row(combination.id);
    const stays = articles.row(combination.into);
    const [goneArticle, staysArticle] = [toArticle(gone), toArticle(stays)];
    check(goneArticle, staysArticle, combination);
    for (const place of places.all(gone.n)) {
      const isShort = place === 0 && hasShortCode.get(stays.n) === undefined;
      moveCode.run(stays.n, isShort ? 0 : (nextPlace.get(stays.n) as number), gone.n, place);
    }
    takeNames.run(stays.n, gone.n);
    dropNames.run(gone.n);
    const name = nameInDocument({ nameAr: gone.nameAr ?? undefined, nameEn: gone.nameEn ?? undefined });
    takePrices.run({ stays: stays.n, name, now: now(), gone: gone.n });
    takePrice(stays.n, staysArticle, goneArticle, combination.actor);
    inherit.run({ ...gone, n: stays.n });
    giveUp.run(gone.id, stays.n);
    leadOn.run(stays.n, gone.n);
    dropText.run(gone.n);
    drop.run(gone.n);
    articles.reindex(stays.n);
    return stays.id;
  };
}
