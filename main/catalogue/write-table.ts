import { stringify } from 'csv-stringify/sync';
import writeWorkbook from 'write-excel-file/universal';
import { type ArticleColumn, articleColumns, nameInDocument } from '../../shared/article.ts';
import type { Article, ArticleGroup } from '../../shared/contract/articles.ts';
import { fileWords, unitWords } from '../../shared/words/article-files.ts';
import type { Language } from '../../shared/words/language.ts';

/** The columns of an export: those of an import except `name`, which says both names at once. */
const columns = articleColumns.filter((column) => column !== 'name');

/** Writes articles as a file that an import reads back. */
export async function writeTable(
  articles: Iterable<Article>,
  groups: readonly ArticleGroup[],
  { format, language }: { readonly format: 'csv' | 'xlsx'; readonly language: Language },
): Promise<Uint8Array> {
  const words = fileWords[language];
  const heading = columns.map((column) => words.columns[column]);
  const groupNames = new Map(groups.map((group) => [group.id, nameInDocument(group)]));
  const rows = [...articles].map((article) => {
    const cells = cellsOf(article, groupNames, language);
    // An import takes away one mark before a formula, so one that belongs to the text is doubled.
    return columns.map((column) => (cells[column] ?? '').replace(/^(?='+[=+\-@\t\r])/, "'"));
  });
  if (format === 'csv')
    return new TextEncoder().encode(
      // A cell that begins as a formula does gets a mark; spreadsheets run it otherwise.
      stringify([heading, ...rows], { bom: true, escape_formulas: true, record_delimiter: 'windows' }),
    );
  // Every cell is text, codes and prices too: a spreadsheet changes numbers.
  const sheet = [heading, ...rows].map((row) => row.map((value) => ({ value, type: String })));
  const blob = await writeWorkbook(sheet, { rightToLeft: language === 'ar', stickyRowsCount: 1 }).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function cellsOf(
  article: Article,
  groups: ReadonlyMap<string, string>,
  language: Language,
): Partial<Record<ArticleColumn, string>> {
  const { vat } = article;
  const { yes, no } = fileWords[language];
  return {
    id: article.id,
    ...(article.nameAr !== undefined && { nameAr: article.nameAr }),
    ...(article.nameEn !== undefined && { nameEn: article.nameEn }),
    codes: article.codes.join(' | '),
    ...(article.shortCode !== undefined && { shortCode: article.shortCode }),
    ...(article.price !== undefined && { price: article.price }),
    unit: unitWords[language].names[article.unit],
    ...(article.group !== undefined && { group: groups.get(article.group) ?? '' }),
    ...(vat && {
      vat: vat.category === 'S' ? vat.rate : vat.category,
      vatReason: vat.reason ?? '',
      vatReasonText: vat.reasonText ?? '',
    }),
    favourite: article.favourite ? yes : no,
    active: article.active ? yes : no,
  };
}
