import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { namesIn } from '../../shared/article.ts';
import type { ImportPreview, Proposal } from '../../shared/contract/articles.ts';
import type { Language } from '../../shared/words/language.ts';
import type { Clock } from '../platform/clock.ts';
import { createThread } from '../platform/thread.ts';
import type { CatalogueAnswer, CatalogueTask } from './catalogue-worker.ts';

/** Imports and exports of the list of articles, in a thread, so that sales continue meanwhile. */
export interface ArticleFiles {
  /** @throws FailureError `bad-input` for a file that cannot be read at all */
  preview(bytes: Uint8Array, priceFrom: string | undefined): Promise<ImportPreview>;
  previewSold(proposals: readonly Proposal[]): Promise<ImportPreview>;
  /**
   * Imports the last preview, all of it or nothing.
   * @throws FailureError `article-missing` for another one; `bad-input` when a row has a fault by now
   */
  import(id: string, actor: string): Promise<{ readonly added: number; readonly changed: number }>;
  export(options: { readonly format: 'csv' | 'xlsx'; readonly language: Language }): Promise<Uint8Array>;
  /** True while an import writes: another change would have to wait for it. */
  readonly isImporting: boolean;
  close(): Promise<void>;
}

/** @param folder the data folder of the terminal, with its catalogue.db */
export function createArticleFiles(folder: string, clock: Pick<Clock, 'now'>): ArticleFiles {
  const thread = createThread<CatalogueTask, CatalogueAnswer>('reads files with articles', startWorker);
  const about = () => ({ file: path.join(folder, 'catalogue.db'), now: clock.now() });
  const preview = async (source: Extract<CatalogueTask, { kind: 'preview' }>['source'], priceFrom?: string) =>
    (await thread.ask({ ...about(), kind: 'preview', source, priceFrom })) as ImportPreview;
  let isImporting = false;
  return {
    get isImporting() {
      return isImporting;
    },
    preview,
    previewSold: (proposals) =>
      preview(
        proposals.map(({ name, barcode, price, vat }, index) => ({
          number: index + 1,
          fields: { ...namesIn(name), ...(barcode !== undefined && { codes: [barcode] }), price, vat },
          faults: [],
          restored: 0,
        })),
      ),
    async import(id, actor) {
      isImporting = true;
      try {
        const done = await thread.ask({ ...about(), kind: 'import', import: id, actor });
        return done as { added: number; changed: number };
      } finally {
        isImporting = false;
      }
    },
    export: async (options) => (await thread.ask({ ...about(), kind: 'export', ...options })) as Uint8Array,
    close: thread.close,
  };
}

/** The worker is next to this module, in the sources and in the bundle. */
function startWorker(): Worker {
  return new Worker(new URL(`./catalogue-worker${path.extname(import.meta.url)}`, import.meta.url));
}
