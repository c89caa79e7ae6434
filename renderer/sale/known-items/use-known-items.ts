import type { KnownItem } from '../../../shared/contract/items.ts';
import { useTerminalQuery } from '../../terminal/use-terminal-query.ts';

/** From so many letters on, what was sold before is looked for. */
const letters = 2;
const none: readonly KnownItem[] = [];

/** What was sold before under a name that is being typed. */
export function useKnownItems(text: string, isTyping: boolean): readonly KnownItem[] {
  const typed = text.trim();
  const isAsked = isTyping && [...typed].length >= letters;
  const { data } = useTerminalQuery('item.find', isAsked ? { text: typed } : undefined, {
    gcTime: 60_000,
    keepsPrevious: true,
  });
  return isAsked ? (data?.items ?? none) : none;
}
