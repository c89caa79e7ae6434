import { useState } from 'react';
import { type GoLiveView, missingOf } from '../../../shared/go-live.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';

export interface GoLiveChecklist {
  /** undefined while it is being read. */
  readonly view: GoLiveView | undefined;
  /** True when nothing keeps this terminal from going live, or if it does not go live. */
  readonly isSettled: boolean;
  readonly refusals: number;
  /** Returns true when the person may continue; otherwise the list shows what is missing. */
  pass(): boolean;
}

/** Returns the rows that must be settled before this terminal goes live. @param isAsked false if it does not go live */
export function useGoLive(isAsked: boolean): GoLiveChecklist {
  const view = useTerminalQuery('goLive.get', isAsked ? {} : undefined).data;
  const [refusals, setRefusals] = useState(0);
  const isSettled = !isAsked || (view !== undefined && missingOf(view).length === 0);
  return {
    view,
    isSettled,
    refusals,
    pass() {
      if (!isSettled) setRefusals(refusals + 1);
      return isSettled;
    },
  };
}
