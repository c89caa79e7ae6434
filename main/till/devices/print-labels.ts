import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { labelPage } from '../../document/paper/label-page.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { ReceiptPaper } from './paper.ts';

type LabelRequest = CommandParsed<'article.printLabels'>;

/** Prints labels of articles, on the label printer unless another paper is chosen. Returns the paper, too. */
export async function printLabels(
  labels: LabelRequest['labels'],
  chosen: LabelRequest['paper'],
  { catalogue, paper }: { readonly catalogue: Pick<GuardedCatalogue, 'open'>; readonly paper: ReceiptPaper },
): Promise<{ paper: Paper; answer: CommandOutput<'article.printLabels'> }> {
  const articles = catalogue.open();
  const look = paper.printerFor('labels');
  const by = chosen === 'a4' && look.paper !== 'a4' ? { ...paper.printing(), paper: chosen } : look;
  const page = labelPage(
    labels.map(({ id, copies }) => ({ article: articles.get(id), copies })),
    by.paper,
  );
  return { answer: await paper.print(page, by), paper: by.paper };
}
