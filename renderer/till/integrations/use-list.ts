import { useState } from 'react';
import type { CommandInput, CommandOutput } from '../../../shared/contract/index.ts';
import type { PagedQuery } from '../../ui/terminal/terminal-cache.ts';
import { useTerminalPages } from '../../ui/terminal/use-terminal-query.ts';

/** The queries that answer with rows, newest first, and a cursor to older ones. */
type ListQuery = Exclude<PagedQuery, 'invoice.list' | 'log.list'>;
type RowOf<N extends ListQuery> = CommandOutput<N>['rows'][number];

const pageSize = 50;

/** Returns a list that events keep up to date: a changed row stays in its place. */
export function useList<N extends ListQuery>(
  name: N,
  input: CommandInput<N>,
  idOf: (row: RowOf<N>) => string,
) {
  const key = JSON.stringify(input);
  const [top, setTop] = useState<{ key: string; id: string }>();
  const { data, error, hasNextPage, fetchNextPage } = useTerminalPages(
    name,
    { ...input, limit: pageSize },
    ({ cursor }) => cursor,
  );
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
    /**
     * The number of rows that arrived since the list was opened. They wait for a press, so that nothing moves under a
     * finger.
     */
    newer,
    showNewer: () => newest && setTop({ key, id: idOf(newest) }),
  };
}
