import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { labelPage } from '../../document/paper/label-page.ts';
import type { GuardedCatalogue } from '../catalogue/open-catalogue.ts';
import type { ReceiptPaper } from './paper.ts';

type LabelRequest = CommandParsed<'article.printLabels'>;

/** The labels in one print on a roll: between two prints, a receipt may come out of the same printer. */
const atOnce = 4;

/** Prints labels of articles, on the label printer unless another paper is chosen. Returns the paper, too. */
export async function printLabels(
  labels: LabelRequest['labels'],
  chosen: LabelRequest['paper'],
  { catalogue, paper }: { readonly catalogue: Pick<GuardedCatalogue, 'open'>; readonly paper: ReceiptPaper },
): Promise<{ paper: Paper; answer: CommandOutput<'article.printLabels'> }> {
  const articles = catalogue.open();
  const look = paper.printerFor('labels');
  const by = chosen === 'a4' && look.paper !== 'a4' ? { ...paper.printing(), paper: chosen } : look;
  const single = labels.flatMap(({ id, copies }) => {
    const article = articles.get(id);
    return Array.from({ length: copies }, () => ({ article, copies: 1 }));
  });
  const isInParts = paper.hasPrinter && by.paper !== 'a4';
  const print = (some: typeof single) => paper.print(labelPage(some, by.paper), { ...by, canWait: true });
  if (!isInParts) return { answer: await print(single), paper: by.paper };
  for (let at = 0; at < single.length; at += atOnce) await print(single.slice(at, at + atOnce));
  return { answer: { by: 'terminal' }, paper: by.paper };
}
