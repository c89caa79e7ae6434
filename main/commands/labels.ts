import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { AuditAction } from '../ledger/audit-actions.ts';
import type { Handlers } from '../platform/dispatch.ts';
import { labelPage } from '../receipt/label-page.ts';
import { createPaper, type PaperOptions } from './paper.ts';

interface LabelCommandsOptions {
  readonly catalogue: GuardedCatalogue;
  readonly audit: (actor: string, action: AuditAction, detail?: unknown) => void;
}

/** The command that prints labels of articles. */
export function labelCommands(
  { catalogue, audit }: LabelCommandsOptions,
  options: PaperOptions,
): Pick<Handlers, 'article.printLabels'> {
  const paper = createPaper(options);
  return {
    'article.printLabels': async ({ labels, paper: chosen }, { name }) => {
      const articles = catalogue.open();
      const look = paper.printerFor('labels');
      const by = chosen === 'a4' && look.paper !== 'a4' ? { ...paper.printing(), paper: chosen } : look;
      const page = labelPage(
        labels.map(({ id, copies }) => ({ article: articles.get(id), copies })),
        by.paper,
      );
      const printed = await paper.print(page, by);
      audit(name, 'article.labels-printed', { labels, paper: by.paper });
      return printed;
    },
  };
}
