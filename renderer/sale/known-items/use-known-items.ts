import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KnownItem } from '../../../shared/contract/items.ts';
import { ask, queryKeys, useClient } from '../../client.tsx';

/** From so many letters on, what was sold before is looked for. */
const letters = 2;
const none: readonly KnownItem[] = [];

/** What was sold before under a name that is being typed. */
export function useKnownItems(text: string, isTyping: boolean): readonly KnownItem[] {
  const client = useClient();
  const typed = text.trim();
  const isAsked = isTyping && [...typed].length >= letters;
  const { data } = useQuery({
    queryKey: [...queryKeys.items, typed],
    queryFn: () => ask(client, 'item.find', { text: typed }),
    enabled: isAsked,
    // What is sold now is known for the next customer.
    staleTime: 0,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return isAsked ? (data?.items ?? none) : none;
}
