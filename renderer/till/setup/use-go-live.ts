import { useState } from 'react';
import { missingOf } from '../../../shared/go-live.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';

export type GoLiveChecklist = ReturnType<typeof useGoLive>;

/** Returns the rows that must be settled before this terminal goes live. @param isAsked false if it does not go live */
export function useGoLive(isAsked: boolean) {
  const view = useTerminalQuery('goLive.get', isAsked ? {} : undefined).data;
  const [refusals, setRefusals] = useState(0);
  const isSettled = !isAsked || (view !== undefined && missingOf(view).length === 0);
  return {
    view,
    isSettled,
    refusals,
    /** Returns true when the person may continue; otherwise the list shows what is missing. */
    pass() {
      if (!isSettled) setRefusals(refusals + 1);
      return isSettled;
    },
  };
}
