import type { TimelineEntry } from '../../../../shared/contract/till/invoices.ts';

/** A step of a document's progress, or many successive attempts without an answer. */
export type Step =
  | { readonly kind: 'entry'; readonly entry: TimelineEntry }
  | { readonly kind: 'outage'; readonly entries: readonly TimelineEntry[]; readonly tries: number };

/** The fewest failed tries in a row that become one step; two are as short as their summary. */
const fewest = 3;

const isFailed = ({ event, outcome }: TimelineEntry) =>
  event === 'unanswered' || (event === 'answered' && outcome === 'unknown');

export function groupOutages(timeline: readonly TimelineEntry[]): Step[] {
  const steps: Step[] = [];
  let run: TimelineEntry[] = [];
  const end = () => {
    const tries = run.filter(isFailed).length;
    if (tries >= fewest) steps.push({ kind: 'outage', entries: run, tries });
    else steps.push(...run.map((entry): Step => ({ kind: 'entry', entry })));
    run = [];
  };
  for (const [index, entry] of timeline.entries()) {
    const next = timeline[index + 1];
    const isOfFailed = isFailed(entry) || (entry.event === 'sent' && next !== undefined && isFailed(next));
    if (isOfFailed) run.push(entry);
    else {
      end();
      steps.push({ kind: 'entry', entry });
    }
  }
  end();
  return steps;
}
