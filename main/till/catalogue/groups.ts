import type { ArticleGroup } from '../../../shared/contract/till/articles.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import type { GroupForm } from '../../../shared/sale/article.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { type Nulls, withoutNulls } from '../../books/ledger/database/nulls.ts';
import { readVat } from './rows.ts';

type Row = Nulls<Omit<ArticleGroup, 'vat'>> & { readonly vat: string | null };

/** The groups of articles, in the order that the manager chose. */
export function createGroups(database: Database) {
  const all = database.prepare<[], Row>(
    `SELECT id, name_ar AS nameAr, name_en AS nameEn, colour, vat,
       (SELECT count(*) FROM article WHERE group_id = article_group.id) AS articles
     FROM article_group ORDER BY place, id`,
  );
  const write = database.prepare(
    `INSERT INTO article_group (id, name_ar, name_en, colour, vat, place)
     VALUES (:id, :nameAr, :nameEn, :colour, :vat, :place)
     ON CONFLICT (id) DO UPDATE SET name_ar = :nameAr, name_en = :nameEn, colour = :colour, vat = :vat`,
  );
  const setPlace = database.prepare('UPDATE article_group SET place = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM article_group WHERE id = ?');

  return {
    list: (): ArticleGroup[] => all.all().map(toGroup),
    /** Adds or changes a group. @throws FailureError `article-missing` */
    save(
      id: string,
      { nameAr, nameEn, colour, vat }: GroupForm,
      { isNew, place }: { readonly isNew: boolean; readonly place?: number | undefined },
    ) {
      const ids = all.all().map((row) => row.id);
      if (!isNew && !ids.includes(id)) fail('article-missing');
      const stored = vat === undefined ? null : JSON.stringify(vat);
      write.run({
        ...{ id, nameAr: nameAr ?? null, nameEn: nameEn ?? null, colour: colour ?? null },
        ...{ vat: stored, place: ids.length },
      });
      if (place === undefined) return;
      const others = ids.filter((one) => one !== id);
      for (const [index, one] of others.toSpliced(place, 0, id).entries()) setPlace.run(index, one);
    },
    /** Removes an empty group. @throws FailureError `article-missing`; `bad-input` for a group that has articles */
    remove(id: string) {
      const row = all.all().find((one) => one.id === id) ?? fail('article-missing');
      if (row.articles > 0) refuseInput(['group'], 'group-in-use', 'has articles');
      remove.run(id);
    },
  };
}

function toGroup({ vat, ...row }: Row): ArticleGroup {
  const ownVat = readVat(vat);
  return { ...withoutNulls<Omit<ArticleGroup, 'vat'>>(row), ...(ownVat && { vat: ownVat }) };
}
