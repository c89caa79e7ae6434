import type { Article, ArticleGroup } from '../../../shared/contract/till/articles.ts';
import { type ArticleColumn, articleColumns, nameInDocument } from '../../../shared/sale/article.ts';
import type { Language } from '../../../shared/values/language.ts';
import { fileWords, unitWords } from '../../../shared/words/article-files.ts';

/** The columns of an export: those of an import except `name`, which holds both names at once. */
const columns = articleColumns.filter((column) => column !== 'name');

/** Returns the rows of a file that an import reads back, the first with the headings. */
export function tableOf(
  articles: Iterable<Article>,
  groups: readonly ArticleGroup[],
  language: Language,
): string[][] {
  const heading = columns.map((column) => fileWords[language].columns[column]);
  const groupNames = new Map(groups.map((group) => [group.id, nameInDocument(group)]));
  const rows = [...articles].map((article) => {
    const cells = cellsOf(article, groupNames, language);
    return columns.map((column) => cells[column] ?? '');
  });
  return [heading, ...rows];
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
    codes: article.codes.map(marked).join(' | '),
    ...(article.shortCode !== undefined && { shortCode: marked(article.shortCode) }),
    ...(article.price !== undefined && { price: article.price }),
    unit: article.unitWord ?? unitWords[language].names[article.unit],
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

/** An import takes one such mark away, as a spreadsheet does. */
const marked = (code: string): string => code.replace(/^["'\u2018\u2019\u201c\u201d]/, "'$&");

/** Returns the rows of a sheet that explains the columns, and names the units that an import knows. */
export function helpOf(language: Language): string[][] {
  const { columns: headings, help, columnHelp } = fileWords[language];
  const unitNames = Object.values(unitWords[language].names).join(' · ');
  return [
    [columnHelp.column, columnHelp.meaning],
    ...columns.map((column) => [
      headings[column],
      column === 'unit' ? `${help.unit} ${unitNames}` : help[column],
    ]),
  ];
}
