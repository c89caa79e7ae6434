/** A document that may be sent now. */
export interface Due {
  readonly icv: number;
  /** 1: a buyer waits for its clearance; 2: in time; 3: late. */
  readonly place: number;
  /** The time by which those of one place are ordered, milliseconds since 1970. */
  readonly turn: number;
}

/** The documents that are due, each kind in its order of sending. */
export interface DueDocuments {
  /** Never called, nearest deadline first. */
  readonly untried: readonly Due[];
  /** Of those, the clearances and the reports of the last minutes, newest first; empty while every call gets an answer. */
  readonly newest: readonly Due[];
  /** Called in vain: clearances whose buyer waits, and reports in the last hour before their deadline. */
  readonly pressing: readonly Due[];
  /** All others that were called in vain. */
  readonly tired: readonly Due[];
}

/** After so many calls for others, one is for a document that was called in vain. */
const othersForOneTired = 3;
/** While some calls get no answer, so many of the newest go before one with the nearest deadline. */
const newestForOneNearest = 3;

/**
 * Shares the calls, so that documents to which the gateway gives no answer keep no others waiting, untried ones among
 * them included, and are not forgotten either: at most one of them goes before the newest one. Untried documents in
 * their last hour come in the order of the law all the same. Returns counters in their order of sending.
 */
export type TakeTurns = (due: DueDocuments, keepsPlaceUntil: number, limit: number) => number[];

interface Choice {
  readonly due: Due;
  readonly from: keyof DueDocuments;
}

export function createTurns(): TakeTurns {
  let sinceTired = 0;
  let sinceNearest = 0;
  let last: Choice['from'] | undefined;

  function note(from: Choice['from']): void {
    last = from;
    sinceTired = from === 'tired' ? 0 : sinceTired + 1;
    if (from === 'untried') sinceNearest = 0;
    if (from === 'newest') sinceNearest += 1;
  }

  return (all, keepsPlaceUntil, limit) => {
    const taken = new Set<number>();
    const first = (from: Choice['from']): Choice | undefined => {
      const due = all[from].find(({ icv }) => !taken.has(icv));
      return due && { due, from };
    };
    const place = (choice: Choice | undefined) => choice?.due.place;

    function next(): Choice | undefined {
      const nearest = first('untried');
      const newest = first('newest');
      const pressing = first('pressing');
      const tired = first('tired');
      const mayBeNewest = newest !== undefined && sinceNearest < newestForOneNearest;
      if (place(nearest) === 1) return place(newest) === 1 && mayBeNewest ? newest : nearest;
      if (place(pressing) === 1 && last !== 'pressing') return pressing;
      if (nearest !== undefined && place(nearest) === 2 && nearest.due.turn <= keepsPlaceUntil)
        return pressing !== undefined && pressing.due.turn < nearest.due.turn && last !== 'pressing'
          ? pressing
          : nearest;
      if (newest !== undefined && last !== 'newest') return newest;
      if (pressing !== undefined && last !== 'pressing') return pressing;
      if (tired !== undefined && sinceTired >= othersForOneTired) return tired;
      return (mayBeNewest ? newest : nearest) ?? tired ?? pressing;
    }

    while (taken.size < limit) {
      const choice = next();
      if (choice === undefined) break;
      taken.add(choice.due.icv);
      note(choice.from);
    }
    return [...taken];
  };
}
