import type { Article } from '../../../shared/contract/till/articles.ts';
import { standardVat, type Vat, vatSchema } from '../../../shared/sale/sale-line.ts';
import type { Unit } from '../../../shared/sale/units.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { Prices } from './prices.ts';

/** A row of the table of articles, with the VAT of its group. */
export interface ArticleRow {
  readonly n: number;
  readonly id: string;
  readonly nameAr: string | null;
  readonly nameEn: string | null;
  readonly vat: string | null;
  readonly groupVat: string | null;
  readonly unit: string;
  readonly unitWord: string | null;
  readonly groupId: string | null;
  readonly favourite: 0 | 1;
  readonly colour: string | null;
  readonly active: 0 | 1;
  readonly revision: number;
}

/** The columns of `ArticleRow`, from `article` and `groupJoin`. */
export const rowColumns = `article.n, article.id, article.name_ar AS nameAr, article.name_en AS nameEn, article.vat,
  article_group.vat AS groupVat, article.unit, article.unit_word AS unitWord, article.group_id AS groupId, article.favourite,
  article.colour, article.active, article.revision`;
export const groupJoin = 'LEFT JOIN article_group ON article_group.id = article.group_id';

export const readVat = (stored: string | null): Vat | undefined =>
  stored === null ? undefined : vatSchema.parse(JSON.parse(stored));

export function createToArticle(
  database: Database,
  prices: Pick<Prices, 'of'>,
): (row: ArticleRow) => Article {
  const codesOf = database.prepare<[number], { code: string; place: number }>(
    'SELECT code, place FROM article_code WHERE article = ? ORDER BY place',
  );
  return (row) => {
    const codes = codesOf.all(row.n);
    const shortCode = codes.find(({ place }) => place === 0)?.code;
    const vat = readVat(row.vat);
    return {
      id: row.id,
      ...(row.nameAr !== null && { nameAr: row.nameAr }),
      ...(row.nameEn !== null && { nameEn: row.nameEn }),
      codes: codes.filter(({ place }) => place > 0).map(({ code }) => code),
      ...(shortCode !== undefined && { shortCode }),
      ...prices.of(row.n),
      ...(vat && { vat }),
      soldWith: vat ?? readVat(row.groupVat) ?? standardVat,
      unit: row.unit as Unit,
      ...(row.unitWord !== null && { unitWord: row.unitWord }),
      ...(row.groupId !== null && { group: row.groupId }),
      favourite: row.favourite === 1,
      ...(row.colour !== null && { colour: row.colour as Article['colour'] }),
      active: row.active === 1,
      revision: row.revision,
    };
  };
}
