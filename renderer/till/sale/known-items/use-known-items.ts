import type { KnownItem } from '../../../../shared/contract/till/items.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

const letters = 2;
const none: readonly KnownItem[] = [];

export function useKnownItems(text: string, isTyping: boolean): readonly KnownItem[] {
  const typed = text.trim();
  const isAsked = isTyping && [...typed].length >= letters;
  const { data } = useTerminalQuery('item.find', isAsked ? { text: typed } : undefined, {
    gcTime: 60_000,
    keepsPrevious: true,
  });
  return isAsked ? (data?.items ?? none) : none;
}
