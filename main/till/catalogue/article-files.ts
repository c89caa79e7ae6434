import path from 'node:path';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { ImportPreview, Proposal } from '../../../shared/contract/till/articles.ts';
import { namesIn } from '../../../shared/sale/article.ts';
import type { Language } from '../../../shared/values/language.ts';
import { fileWords } from '../../../shared/words/article-files.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { NamedFile } from '../../base/platform/files/named-file.ts';
import { createThread, type TaskLimit } from '../../base/platform/thread.ts';
import { workerBeside } from '../../base/platform/worker-beside.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatalogueAnswer, CatalogueTask } from './catalogue-worker.ts';
import { clear, newProgress, progressIn, stop } from './import-progress.ts';
import type { Decision, PriceChoice } from './import-session.ts';
import type { GuardedCatalogue } from './open-catalogue.ts';
import type { ReadRow } from './read-row.ts';
import { readingLimit } from './tables/reading-limit.ts';
import type { TableFormat } from './tables/write-table.ts';

/**
 * Returns the catalogue for a change, once no import is writing in its thread. Other commands continue meanwhile.
 * @throws FailureError `articles-broken`
 */
export async function openForChange(
  articleFiles: Pick<ArticleFiles, 'idle'>,
  catalogue: Pick<GuardedCatalogue, 'open'>,
): Promise<Catalogue> {
  await articleFiles.idle();
  return catalogue.open();
}

/** @param folder the data folder of the terminal, with its catalogue.db */
export function createArticleFiles(folder: string, clock: Pick<Clock, 'now'>) {
  const thread = createThread<CatalogueTask, CatalogueAnswer>('reads files with articles', startWorker);
  const progress = newProgress();
  const about = () => ({ file: path.join(folder, 'catalogue.db'), now: clock.now(), progress });
  /** Asks the thread for work that somebody may stop. */
  function ask(task: Work, limit?: TaskLimit): Promise<CatalogueAnswer> {
    clear(progress);
    return thread.ask({ ...about(), ...task }, limit);
  }
  const preview = async (source: Uint8Array | readonly ReadRow[], priceFrom?: string) =>
    (await ask({ kind: 'preview', source, priceFrom }, readingLimit)) as ImportPreview;
  /** The imports that are writing; never rejects. */
  let writing: Promise<unknown> = Promise.resolve();
  return {
    /** Resolves when no import is writing: another change waits for it. */
    async idle() {
      let last: unknown;
      // Another import may begin while this one is awaited.
      while (last !== writing) {
        last = writing;
        await writing;
      }
    },
    /** The rows that the thread has done, and the rows in all. */
    progress: () => progressIn(progress),
    /** Ends what the thread reads or writes; it fails with `bad-input`, and nothing of it is written. */
    stop: () => stop(progress),
    /** Decides for the rows that have a fault or warning. @throws FailureError as `import` does */
    decide: async (decision: Decision): Promise<ImportPreview> =>
      (await ask({ kind: 'decide', decision })) as ImportPreview,
    choosePrices: async (choice: PriceChoice): Promise<ImportPreview> =>
      (await ask({ kind: 'prices', choice })) as ImportPreview,
    /** Says what a file's import would do. @throws FailureError `bad-input` for a file that cannot be read at all */
    preview,
    previewSold: (proposals: readonly Proposal[]): Promise<ImportPreview> =>
      preview(
        proposals.map(({ name, barcode, price, vat }, index) => ({
          number: index + 1,
          fields: { ...namesIn(name), ...(barcode !== undefined && { codes: [barcode] }), price, vat },
          faults: [],
          warnings: [],
        })),
      ),
    /**
     * Imports the rows of the last preview that have no faults, all of them or nothing.
     * @throws FailureError `article-missing` for any other preview; `bad-input` when a row has become faulty since
     */
    async import(id: string, actor: string): Promise<Imported> {
      const done = ask({ kind: 'import', import: id, actor });
      writing = Promise.allSettled([writing, done]);
      return (await done) as Imported;
    },
    /** Returns the rows of the last preview that have faults, with their reasons, also after its import. */
    async refusedRows(id: string, language: Language): Promise<NamedFile> {
      const bytes = (await thread.ask({ ...about(), kind: 'refused', import: id, language })) as Uint8Array;
      return { fileName: `${fileWords[language].refusedFile}.xlsx`, bytes };
    },
    async template(language: Language): Promise<NamedFile> {
      const bytes = (await thread.ask({ ...about(), kind: 'template', language })) as Uint8Array;
      return { fileName: `${fileWords[language].fileName}.xlsx`, bytes };
    },
    async export({ format, language }: TableFormat): Promise<NamedFile> {
      const bytes = (await thread.ask({ ...about(), kind: 'export', format, language })) as Uint8Array;
      return { fileName: `${fileWords[language].fileName}.${format}`, bytes };
    },
    close: thread.close,
  };
}

type Work = DistributiveOmit<CatalogueTask, 'file' | 'now' | 'progress'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

type Imported = CommandOutput<'article.import'>;

/** Imports and exports of the list of articles, in a thread, so that sales continue meanwhile. */
export type ArticleFiles = ReturnType<typeof createArticleFiles>;

/** A file that fills the memory ends only the worker. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048 };

const startWorker = () => workerBeside(import.meta.url, 'catalogue-worker', { resourceLimits });
