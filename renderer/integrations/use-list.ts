import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { ask, queryKeys, useClient } from '../client.tsx';
import { lookAgain } from './use-ask.ts';

/** Commands that answer with rows, newest first, and a cursor to those before. */
type ListCommand = Extract<CommandName, 'webhook.deliveries' | 'receiver.events' | 'foreign.list'>;
type RowOf<N extends ListCommand> = CommandOutput<N>['rows'][number];

const pageSize = 50;

export interface List<N extends ListCommand> {
  /** Undefined while nothing was read yet. */
  readonly rows: readonly RowOf<N>[] | undefined;
  readonly error: Error | null;
  /** The newest page, with what it says beside its rows. */
  readonly first: CommandOutput<N> | undefined;
  readonly hasMore: boolean;
  more(): void;
  /** Rows that came since the list was opened: they wait for a press, so that nothing moves under a finger. */
  readonly newer: number;
  showNewer(): void;
}

/** A list that is read again and again: rows change where they stand. */
export function useList<N extends ListCommand>(
  name: N,
  input: CommandInput<N>,
  idOf: (row: RowOf<N>) => string,
): List<N> {
  const client = useClient();
  const key = JSON.stringify(input);
  const [top, setTop] = useState<{ key: string; id: string }>();
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKeys.integrations, name, 'pages', input],
    queryFn: ({ pageParam }) =>
      ask(client, name, {
        ...input,
        limit: pageSize,
        ...(pageParam !== undefined && { before: pageParam }),
      } as CommandInput<N>),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.cursor,
    refetchOnMount: 'always',
    refetchInterval: lookAgain,
  });
  const all = data?.pages.flatMap(({ rows }) => rows as RowOf<N>[]);
  const newest = all?.[0];
  const topId = top?.key === key ? top.id : undefined;
  if (topId === undefined && newest !== undefined) setTop({ key, id: idOf(newest) });
  const newer = Math.max(0, all?.findIndex((row) => idOf(row) === topId) ?? 0);
  return {
    rows: all?.slice(newer),
    error,
    first: data?.pages[0],
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    newer,
    showNewer: () => newest && setTop({ key, id: idOf(newest) }),
  };
}
