import { randomUUID } from 'node:crypto';
import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { ImportPreview } from '../../../shared/contract/till/articles.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import { type ArticleColumn, nameInDocument, namesIn } from '../../../shared/sale/article.ts';
import { type ImportChoice, isUnit } from '../../../shared/sale/import-choices.ts';
import type { Language } from '../../../shared/values/language.ts';
import { fileWords } from '../../../shared/words/article-files.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { Catalogue } from './catalogue.ts';
import { isKind, noticesOf } from './import-notices.ts';
import { createStep, type ProgressCells } from './import-progress.ts';
import { warningsOf } from './import-warnings.ts';
import { type ImportPlan, type PlanFault, planImport } from './plan-import.ts';
import { articleReading, type ReadRow } from './read-row.ts';
import { shown, summaryOf } from './tables/plan-summary.ts';
import { type FileList, listOf, type ReadRows, rowsIn } from './tables/read-rows.ts';
import type { TableRow } from './tables/table-row.ts';
import { writeTable } from './tables/write-table.ts';

/** The rows of an import; `list` is missing for those that come from no file. */
export interface Source extends ReadRows<ReadRow> {
  readonly list?: ArticleList;
  /** The indexes of the columns of which one must be chosen for the prices. */
  readonly priceColumns?: readonly number[];
}

type ArticleList = FileList<ArticleColumn, ReadRow>;

/** Returns the rows of a file. If several columns may be the price, none is read before one is chosen. */
export function sourceOf(list: ArticleList): Source {
  const prices = [...list.found.keys()].filter((index) => list.found[index] === 'price');
  const isOpen = prices.length > 1;
  const read = isOpen ? withPriceAt(list, undefined) : list;
  const { rows, unread } = rowsIn(read);
  return {
    list: read,
    rows,
    unread: unread.filter((heading) => !reasonHeadings.includes(heading)),
    ...(isOpen && { priceColumns: prices }),
  };
}

function withPriceAt({ heading, table, found }: ArticleList, at: number | undefined): ArticleList {
  const columns = found.map((column, index) =>
    index === at ? 'price' : column === 'price' ? undefined : column,
  );
  return listOf(heading, table, columns, articleReading);
}

/** The headings of what an earlier import refused. */
const reasonHeadings: readonly string[] = Object.values(fileWords).map((words) => words.reasons);

export type Decision = CommandParsed<'article.decideImport'>;
export type PriceChoice = CommandParsed<'article.choosePrices'>;

interface Books {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly progress: ProgressCells;
}

interface Current {
  readonly id: string;
  readonly source: Source;
  readonly priceFrom: string | undefined;
  readonly faults: readonly PlanFault[];
  readonly warnings: readonly PlanFault[];
  readonly isDone?: boolean;
}

/** The import that is prepared: its rows, what was decided about them, and what became of them. */
export function createImport() {
  let last: Current | undefined;
  const current = (id: string): Current => (last?.id === id ? last : fail('article-missing'));

  function begin(books: Books, source: Source, priceFrom: string | undefined): ImportPreview {
    const step = createStep(books.progress, source.rows.length);
    const plan = planImport(books.database, books.catalogue, source.rows, step);
    const { faults } = plan;
    const warnings = warningsOf(books.database, plan.rows, source.rows);
    last = { id: randomUUID(), source, priceFrom, faults, warnings };
    return previewOf(last.id, source, plan, warnings);
  }

  return {
    begin,
    /** Changes the rows that have a fault or warning as somebody chose, and compares all of them again. */
    decide(books: Books, decision: Decision): ImportPreview {
      const { source, faults, warnings, priceFrom } = current(decision.import);
      const chosen = [...faults, ...warnings].filter((fault) => isKind(fault, decision));
      return begin(books, changeRows(source, new Set(chosen.map(({ row }) => row)), decision), priceFrom);
    },
    choosePrices(books: Books, { import: id, at }: PriceChoice): ImportPreview {
      const { source, priceFrom } = current(id);
      if (source.list === undefined || !source.priceColumns?.includes(at)) return fail('article-missing');
      return begin(books, sourceOf(withPriceAt(source.list, at)), priceFrom);
    },
    /** Writes the rows without faults in one transaction, after comparing them again: the list may have changed. */
    write(books: Books, task: { readonly import: string; readonly actor: string }) {
      const now = current(task.import);
      if (now.isDone || now.source.priceColumns) return fail('article-missing');
      const written = books.database.transaction(() => writePlan(books, now, task.actor)).immediate();
      last = { ...now, isDone: true };
      return written;
    },
    /** Returns the rows with faults as the file has them, with their reasons in a column of their own. */
    refusedRows(task: { readonly import: string; readonly language: Language }): Promise<Uint8Array> {
      const { source, faults } = current(task.import);
      return writeTable(refusedTable(source, faults, task.language), { format: 'xlsx', ...task });
    },
  };
}

function previewOf(
  id: string,
  source: Source,
  plan: ImportPlan,
  warnings: readonly PlanFault[],
): ImportPreview {
  const { faults, ...summary } = summaryOf(plan, source);
  return {
    import: id,
    ...summary,
    refused: new Set(plan.faults.map(({ row }) => row)).size,
    groups: [...plan.groups.values()].map(({ name }) => name),
    priceColumns: (source.priceColumns ?? []).map((at) => ({
      at,
      heading: source.list?.heading[at] ?? '',
      examples: (source.list?.table ?? [])
        .map(({ cells }) => cells[at] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, shown.examples),
    })),
    faults: faults.map((fault) => ({ ...fault, ...factsOf(source, fault) })),
    faultGroups: noticesOf(plan.faults),
    warnings: noticesOf(warnings),
    sample: sampleOf(plan),
  };
}

/** Returns the name in a faulty row, and what its cell says. */
function factsOf({ list }: Source, { row, column }: PlanFault): Pick<PlanFault, 'name' | 'value'> {
  const cells = list?.table.find(({ number }) => number === row)?.cells;
  if (list === undefined || cells === undefined) return {};
  const cellOf = (wanted: ArticleColumn) => cells[list.columns.indexOf(wanted)];
  const name = (['name', 'nameAr', 'nameEn'] as const)
    .map(cellOf)
    .find((cell) => cell !== undefined && cell !== '');
  const value = column && cellOf(column);
  return {
    ...(name !== undefined && { name: name.slice(0, shown.text) }),
    ...(value !== undefined && { value: value.slice(0, shown.text) }),
  };
}

function sampleOf({ rows }: ImportPlan): ImportPreview['sample'] {
  return rows
    .filter(({ kind }) => kind !== 'unchanged')
    .slice(0, shown.rows)
    .map(({ number, kind, article, before }) => ({
      row: number,
      kind: kind === 'added' ? 'added' : 'changed',
      name: nameInDocument(article),
      codes: article.codes,
      ...(article.price !== undefined && { price: article.price }),
      ...(before?.price !== undefined && { before: before.price }),
    }));
}

function changeRows(source: Source, numbers: ReadonlySet<number>, { column, choice }: Decision): Source {
  const { list, rows } = source;
  if (list === undefined) return source;
  const at = list.columns.findIndex((one) => one !== undefined && one === column);
  const table = list.table.map((row) => (numbers.has(row.number) ? changeRow(row, at, choice) : row));
  return {
    ...source,
    list: { ...list, table },
    rows: rows.map((row, index) => {
      const changed = table[index];
      return changed !== undefined && numbers.has(row.number) ? list.read(changed) : row;
    }),
  };
}

function changeRow({ fault, ...row }: TableRow, at: number, choice: ImportChoice): TableRow {
  if (choice === 'skip') return { ...row, fault: 'left-out' };
  if (choice === 'as-is') return row;
  const cells = row.cells.map((cell, index) => (index === at ? changeCell(cell, choice) : cell));
  return { ...row, cells, ...(fault !== undefined && { fault }) };
}

function changeCell(cell: string, choice: ImportChoice): string {
  if (isUnit(choice)) return choice;
  if (choice === 'thousands') return cell.replace(/(?<=\p{Nd})[.,\u060c](?=\p{Nd}{3})/gu, '');
  // A fourth decimal tells the point of a fraction from one of thousands.
  return choice === 'fraction' ? cell.replace(/(?<=\p{Nd})[.,\u060c](\p{Nd}+)/u, '.$10') : '';
}

function writePlan(
  { database, catalogue, progress }: Books,
  { source, faults, priceFrom }: Current,
  actor: string,
) {
  const step = createStep(progress, source.rows.length, 2);
  const plan = planImport(database, catalogue, source.rows, step);
  const faulty = new Set(faults.map(({ row }) => row));
  const fault = plan.faults.find(({ row }) => !faulty.has(row));
  if (fault !== undefined) refuseInput(['rows', fault.row], fault.code, fault.code, fault.params);
  for (const { id, name } of plan.groups.values()) {
    // An export writes both names of a group into one cell.
    const names = namesIn(name);
    const isNamed = names.nameAr !== undefined || names.nameEn !== undefined;
    catalogue.saveGroup({ newId: id, group: isNamed ? names : { nameEn: name } });
  }
  let added = 0;
  let changed = 0;
  for (const { kind, id, article, active, before } of plan.rows) {
    step();
    if (kind === 'unchanged') continue;
    catalogue.save({ ...(kind === 'added' ? { newId: id } : { id }), article, priceFrom, actor });
    if (active !== undefined && active !== (before?.active ?? true)) catalogue.setActive(id, active);
    if (kind === 'added') added += 1;
    else changed += 1;
  }
  return { added, changed, refused: faulty.size };
}

function refusedTable({ list, rows }: Source, faults: readonly PlanFault[], language: Language): string[][] {
  const words = fileWords[language];
  const reasons = new Map<number, string[]>();
  for (const { row, column, code, params } of faults) {
    const reason = describeIssue({ path: [], code, message: code, ...(params && { params }) }, language);
    const place = column === undefined ? '' : `${words.columns[column]}: `;
    reasons.set(row, [...(reasons.get(row) ?? []), place + reason]);
  }
  const { heading, table } = list ?? tableOfSold(rows, words.columns);
  const width = heading.length;
  return [
    [...heading, words.reasons],
    ...table
      .filter(({ number }) => reasons.has(number))
      .map(({ number, cells }) => [
        ...Array.from({ length: width }, (_, index) => cells[index] ?? ''),
        (reasons.get(number) ?? []).join('\n'),
      ]),
  ];
}

/** Returns the rows of what was sold as a list has them. */
const tableOfSold = (rows: readonly ReadRow[], headings: Readonly<Record<ArticleColumn, string>>) => ({
  heading: (['name', 'codes', 'price'] as const).map((column) => headings[column]),
  table: rows.map(({ number, fields }) => ({
    number,
    cells: [nameInDocument(fields), (fields.codes ?? []).join(' | '), fields.price ?? ''],
  })),
});
