import type { ImportPreview } from '../../../shared/contract/till/articles.ts';
import type { Language } from '../../../shared/values/language.ts';
import { fileWords } from '../../../shared/words/article-files.ts';
import { answerTasks } from '../../base/platform/thread.ts';
import { openDatabase } from '../../books/ledger/database/database.ts';
import { createCatalogue } from './catalogue.ts';
import { createImport, type Decision, type Source } from './import-session.ts';
import { articleReading, type ReadRow } from './read-row.ts';
import { migrations } from './schema.ts';
import { tableOf } from './table-of.ts';
import { openList, rowsIn } from './tables/read-rows.ts';
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
  | { readonly kind: 'decide'; readonly decision: Decision }
  | { readonly kind: 'import'; readonly import: string; readonly actor: string }
  | { readonly kind: 'refused'; readonly import: string; readonly language: Language }
  | { readonly kind: 'export'; readonly format: 'csv' | 'xlsx'; readonly language: Language }
);

export type CatalogueAnswer =
  | ImportPreview
  | { readonly added: number; readonly changed: number; readonly refused: number }
  | Uint8Array;

const lastImport = createImport();

async function work(task: CatalogueTask): Promise<CatalogueAnswer> {
  const source = task.kind === 'preview' ? await sourceOf(task.source) : undefined;
  const database = openDatabase(task.file, migrations);
  try {
    const catalogue = createCatalogue(database, { now: () => task.now });
    const list = { database, catalogue };
    switch (task.kind) {
      case 'preview':
        return lastImport.begin(list, source ?? { rows: [], unread: [] }, task.priceFrom);
      case 'decide':
        return lastImport.decide(list, task.decision);
      case 'import':
        return lastImport.write(list, task);
      case 'refused':
        return await lastImport.refusedRows(task);
      case 'export':
        return await writeTable(tableOf(catalogue.all(), catalogue.groups(), task.language), task);
    }
  } finally {
    database.close();
  }
}

async function sourceOf(source: Uint8Array | readonly ReadRow[]): Promise<Source> {
  if (!(source instanceof Uint8Array)) return { rows: source, unread: [] };
  const list = await openList(source, articleReading);
  const { rows, unread } = rowsIn(list);
  return { list, rows, unread: unread.filter((heading) => !reasons.includes(heading)) };
}

/** The headings of what an earlier import refused. */
const reasons: readonly string[] = Object.values(fileWords).map((words) => words.reasons);

answerTasks<CatalogueTask, CatalogueAnswer>(work, (answer) =>
  answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : [],
);
