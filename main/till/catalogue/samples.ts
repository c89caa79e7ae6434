import type { Database } from '../../books/ledger/database/database.ts';

/** The rows of training's sample shop among the shop's own; each call runs inside a transaction of its caller. */
export function createSamples(database: Database) {
  const markArticle = database.prepare('UPDATE article SET is_sample = 1 WHERE id = ?');
  const markGroup = database.prepare('UPDATE article_group SET is_sample = 1 WHERE id = ?');
  const countOwn = database
    .prepare<[], number>('SELECT count(*) FROM article WHERE is_sample = 0 AND active = 1')
    .pluck();
  const samples = 'SELECT n FROM article WHERE is_sample = 1';
  const removing = [
    // An article of the shop's own was merged into it, so it is the shop's own now.
    'UPDATE article SET is_sample = 0 WHERE is_sample = 1 AND n IN (SELECT article FROM merged_article)',
    `DELETE FROM article_text WHERE rowid IN (${samples})`,
    ...['article_code', 'article_name', 'price_change'].map(
      (table) => `DELETE FROM ${table} WHERE article IN (${samples})`,
    ),
    'DELETE FROM article WHERE is_sample = 1',
    `DELETE FROM article_group
     WHERE is_sample = 1 AND id NOT IN (SELECT group_id FROM article WHERE group_id IS NOT NULL)`,
  ].map((sql) => database.prepare(sql));
  return {
    /** Notes that an article or a group belongs to the sample shop. */
    mark(id: string) {
      markArticle.run(id);
      markGroup.run(id);
    },
    /** Deletes the sample shop's articles with their prices, also those that were changed since, and its groups. */
    remove() {
      for (const statement of removing) statement.run();
    },
    /** Returns the number of articles on sale that are not the sample shop's. */
    countOwn: (): number => countOwn.get() ?? 0,
  };
}
