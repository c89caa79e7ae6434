import { useEffect } from 'react';
import type { QueryName } from '../../../shared/contract/effects.ts';
import { useTerminal } from './use-terminal.ts';

/**
 * Reads queries again on a timer, whatever their input was, for changes of which no event tells.
 * @param names the queries; a list that stays the same
 * @param every milliseconds between two readings; undefined for none
 */
export function useRereading(names: readonly QueryName[], every: number | undefined): void {
  const { queries } = useTerminal();
  useEffect(() => {
    if (every === undefined) return;
    const readAnew = () => {
      for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
    };
    const timer = setInterval(readAnew, every);
    return () => clearInterval(timer);
  }, [names, every, queries]);
}
