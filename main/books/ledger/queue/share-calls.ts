export interface Due {
  readonly icv: number;
  /** 1: a buyer waits for its clearance; 2: in time; 3: late. */
  readonly rank: number;
  /** The time by which documents of one rank are sorted, in milliseconds since 1970. */
  readonly sortTime: number;
}

/** The documents that are due, each kind in its order of sending. */
export interface DueDocuments {
  /** The documents that were never sent, nearest deadline first. */
  readonly untried: readonly Due[];
  /** The reports, those never sent first and the late ones last. Empty while every call gets an answer. */
  readonly reports: readonly Due[];
  /** The untried clearances and reports of the last minutes, newest first; empty while every call gets an answer. */
  readonly newest: readonly Due[];
  /**
   * Documents tried without success: clearances whose buyer waits, and reports in the last hour before their deadline.
   */
  readonly urgentRetries: readonly Due[];
  /** All other documents that were tried without success. */
  readonly otherRetries: readonly Due[];
}

/** The number of calls for other documents before one for a document that was tried without success. */
const othersForOneRetry = 3;
/**
 * While some calls get no answer, the number of newest documents that are sent before one with the nearest deadline.
 */
const newestForOneNearest = 3;
/**
 * While some calls get no answer, the number of clearances that are sent before one report; otherwise the clearances of
 * a busy day would make the report late.
 */
const clearancesForOneReport = 3;

/**
 * Divides the calls, so that documents to which the gateway does not answer do not delay others, and are not forgotten:
 * at most one of these is sent before the newest document of its kind. Untried documents in their last hour are still
 * sent in the order of their deadlines; a new report has a day, and waits for them. Returns counters in the order of
 * sending.
 */
export type ShareCalls = (due: DueDocuments, keepsRankUntil: number, limit: number) => number[];

interface Choice {
  readonly due: Due;
  readonly from: keyof DueDocuments;
}

export function createCallSharing(): ShareCalls {
  let sinceRetry = 0;
  let sinceNearest = 0;
  let clearances = 0;
  let last: Choice['from'] | undefined;

  function note({ from, due }: Choice): void {
    last = from;
    clearances = due.rank === 1 ? clearances + 1 : 0;
    sinceRetry = from === 'otherRetries' ? 0 : sinceRetry + 1;
    if (from === 'untried') sinceNearest = 0;
    if (from === 'newest') sinceNearest += 1;
  }

  return (all, keepsRankUntil, limit) => {
    const taken = new Set<number>();
    const first = (from: Choice['from']): Choice | undefined => {
      const due = all[from].find(({ icv }) => !taken.has(icv));
      return due && { due, from };
    };
    const rankOf = (choice: Choice | undefined) => choice?.due.rank;

    function next(): Choice | undefined {
      const report = clearances < clearancesForOneReport ? undefined : first('reports');
      if (report !== undefined) return report;
      const nearest = first('untried');
      const newest = first('newest');
      const urgentRetry = first('urgentRetries');
      const otherRetry = first('otherRetries');
      const mayBeNewest = newest !== undefined && sinceNearest < newestForOneNearest;
      if (rankOf(nearest) === 1) return rankOf(newest) === 1 && mayBeNewest ? newest : nearest;
      if (rankOf(urgentRetry) === 1 && last !== 'urgentRetries') return urgentRetry;
      if (nearest !== undefined && rankOf(nearest) === 2 && nearest.due.sortTime <= keepsRankUntil)
        return urgentRetry !== undefined &&
          urgentRetry.due.sortTime < nearest.due.sortTime &&
          last !== 'urgentRetries'
          ? urgentRetry
          : nearest;
      if (newest !== undefined && last !== 'newest') return newest;
      if (urgentRetry !== undefined && last !== 'urgentRetries') return urgentRetry;
      if (otherRetry !== undefined && sinceRetry >= othersForOneRetry) return otherRetry;
      return (mayBeNewest ? newest : nearest) ?? otherRetry ?? urgentRetry;
    }

    while (taken.size < limit) {
      const choice = next();
      if (choice === undefined) break;
      taken.add(choice.due.icv);
      note(choice);
    }
    return [...taken];
  };
}
