import { randomUUID } from 'node:crypto';
import type { ImportPreview } from '../../../shared/contract/till/articles.ts';
import { fail, refuseInput } from '../../../shared/failure.ts';
import { nameInDocument, namesIn } from '../../../shared/sale/article.ts';
import type { Language } from '../../../shared/values/language.ts';
import { answerTasks } from '../../base/platform/thread.ts';
import { type Database, openDatabase } from '../../books/ledger/database/database.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import { columnsOfFile, createRowReader, type ReadRow } from './read-row.ts';
import { migrations } from './schema.ts';
import { tableOf } from './table-of.ts';
import { shown, summaryOf } from './tables/plan-summary.ts';
import { type ReadRows, readRows } from './tables/read-rows.ts';
import { writeTable } from './tables/write-table.ts';

/*
 * The thread for files with articles: reading, comparing and writing 100,000 rows takes seconds, during which the till
 * must stay responsive.
 */

export type CatalogueTask = {
  /** The path of catalogue.db. */
  readonly file: string;
  /** The time in milliseconds since 1970. */
  readonly now: number;
} & (
  | {
      readonly kind: 'preview';
      readonly source: Uint8Array | readonly ReadRow[];
      readonly priceFrom: string | undefined;
    }
  | { readonly kind: 'import'; readonly import: string; readonly actor: string }
  | { readonly kind: 'export'; readonly format: 'csv' | 'xlsx'; readonly language: Language }
);

export type CatalogueAnswer =
  | ImportPreview
  | { readonly added: number; readonly changed: number }
  | Uint8Array;

let last: { id: string; rows: readonly ReadRow[]; priceFrom: string | undefined } | undefined;

async function work(task: CatalogueTask): Promise<CatalogueAnswer> {
  const rows = task.kind === 'preview' ? await rowsOf(task.source) : undefined;
  const database = openDatabase(task.file, migrations);
  try {
    const catalogue = createCatalogue(database, { now: () => task.now });
    if (task.kind === 'export')
      return await writeTable(tableOf(catalogue.all(), catalogue.groups(), task.language), task);
    if (task.kind === 'import') return importLast(database, catalogue, task);
    return preview(database, catalogue, rows ?? { rows: [], unread: [] }, task.priceFrom);
  } finally {
    database.close();
  }
}

type Source = ReadRows<ReadRow>;

async function rowsOf(source: Uint8Array | readonly ReadRow[]): Promise<Source> {
  return source instanceof Uint8Array
    ? readRows(source, columnsOfFile, createRowReader)
    : { rows: source, unread: [] };
}

function preview(
  database: Database,
  catalogue: Catalogue,
  source: Source,
  priceFrom: string | undefined,
): ImportPreview {
  const { rows } = source;
  const plan = planImport(database, catalogue, rows);
  const { faults, ...summary } = summaryOf(plan, source);
  last = { id: randomUUID(), rows, priceFrom };
  return {
    import: last.id,
    ...summary,
    restored: rows.reduce((sum, { restored }) => sum + restored.length, 0),
    groups: [...plan.groups.values()].map(({ name }) => name),
    faults: faults as ImportPreview['faults'],
    sample: sampleOf(plan),
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

/** Writes the last preview in one transaction, after comparing it again: somebody may have changed the list. */
function importLast(
  database: Database,
  catalogue: Catalogue,
  task: { readonly import: string; readonly actor: string },
): { added: number; changed: number } {
  if (last?.id !== task.import) return fail('article-missing');
  const { rows, priceFrom } = last;
  const { actor } = task;
  const write = database.transaction(() => {
    const plan = planImport(database, catalogue, rows);
    const [fault] = plan.faults;
    if (fault !== undefined) {
      const { row, code, params } = fault;
      refuseInput(['rows', row], code, code, params);
    }
    for (const { id, name } of plan.groups.values()) {
      // An export writes both names of a group into one cell.
      const names = namesIn(name);
      const isNamed = names.nameAr !== undefined || names.nameEn !== undefined;
      catalogue.saveGroup({ newId: id, group: isNamed ? names : { nameEn: name } });
    }
    let added = 0;
    let changed = 0;
    for (const { kind, id, article, active, before } of plan.rows) {
      if (kind === 'unchanged') continue;
      catalogue.save({ ...(kind === 'added' ? { newId: id } : { id }), article, priceFrom, actor });
      if (active !== undefined && active !== (before?.active ?? true)) catalogue.setActive(id, active);
      if (kind === 'added') added += 1;
      else changed += 1;
    }
    return { added, changed };
  });
  const done = write.immediate();
  last = undefined;
  return done;
}

answerTasks<CatalogueTask, CatalogueAnswer>(work, (answer) =>
  answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : [],
);
