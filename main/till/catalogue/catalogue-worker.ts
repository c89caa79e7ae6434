import type { ImportPreview } from '../../../shared/contract/till/articles.ts';
import type { Language } from '../../../shared/values/language.ts';
import { answerTasks } from '../../base/platform/thread.ts';
import { openDatabase } from '../../books/ledger/database/database.ts';
import { createCatalogue } from './catalogue.ts';
import type { ProgressCells } from './import-progress.ts';
import { createImport, type Decision, type PriceChoice, type Source, sourceOf } from './import-session.ts';
import { articleReading, type ReadRow } from './read-row.ts';
import { migrations } from './schema.ts';
import { helpOf, tableOf } from './table-of.ts';
import { openList } from './tables/read-rows.ts';
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
  readonly progress: ProgressCells;
} & (
  | {
      readonly kind: 'preview';
      readonly source: Uint8Array | readonly ReadRow[];
      readonly priceFrom: string | undefined;
    }
  | { readonly kind: 'decide'; readonly decision: Decision }
  | { readonly kind: 'prices'; readonly choice: PriceChoice }
  | { readonly kind: 'import'; readonly import: string; readonly actor: string }
  | { readonly kind: 'refused'; readonly import: string; readonly language: Language }
  | { readonly kind: 'template'; readonly language: Language }
  | { readonly kind: 'export'; readonly format: 'csv' | 'xlsx'; readonly language: Language }
);

export type CatalogueAnswer =
  | ImportPreview
  | { readonly added: number; readonly changed: number; readonly refused: number }
  | Uint8Array;

const lastImport = createImport();

async function work(task: CatalogueTask): Promise<CatalogueAnswer> {
  const source = task.kind === 'preview' ? await readSource(task.source) : undefined;
  const database = openDatabase(task.file, migrations);
  try {
    const catalogue = createCatalogue(database, { now: () => task.now });
    const list = { database, catalogue, progress: task.progress };
    switch (task.kind) {
      case 'preview':
        return lastImport.begin(list, source ?? { rows: [], unread: [] }, task.priceFrom);
      case 'decide':
        return lastImport.decide(list, task.decision);
      case 'prices':
        return lastImport.choosePrices(list, task.choice);
      case 'import':
        return lastImport.write(list, task);
      case 'refused':
        return await lastImport.refusedRows(task);
      case 'template':
        return await writeTable(tableOf([], [], task.language), {
          format: 'xlsx',
          language: task.language,
          help: helpOf(task.language),
        });
      case 'export':
        return await writeTable(tableOf(catalogue.all(), catalogue.groups(), task.language), task);
    }
  } finally {
    database.close();
  }
}

async function readSource(source: Uint8Array | readonly ReadRow[]): Promise<Source> {
  if (!(source instanceof Uint8Array)) return { rows: source, unread: [] };
  return sourceOf(await openList(source, articleReading));
}

answerTasks<CatalogueTask, CatalogueAnswer>(work, (answer) =>
  answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : [],
);
