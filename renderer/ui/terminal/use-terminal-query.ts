import {
  keepPreviousData,
  skipToken,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { isSilent, type QueryName } from '../../../shared/contract/effects.ts';
import type { CommandInput, CommandOutput } from '../../../shared/contract/index.ts';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import type { Result } from '../../../shared/failure.ts';
import type { Known, PagedQuery, PageOf, PageStart } from './terminal-cache.ts';
import { useTerminal } from './use-terminal.ts';

interface Options {
  /** True when the previous answer stays until the next one arrives. */
  readonly keepsPrevious?: boolean;
  /** The number of milliseconds that an unused answer is kept. */
  readonly gcTime?: number;
  readonly staleTime?: number;
  /** The milliseconds after which the answer is asked for again; by default it is not. */
  readonly refetchInterval?: number;
}

/**
 * Returns the terminal's answer to a query, kept up to date by events and commands.
 * @param input the input; undefined while nothing should be requested
 */
export function useTerminalQuery<N extends QueryName>(
  name: N,
  input: CommandInput<N> | undefined,
  { keepsPrevious = false, ...options }: Options = {},
): UseQueryResult<CommandOutput<N>> {
  const terminal = useTerminal();
  return useQuery({
    ...(input === undefined
      ? { queryKey: [name, undefined], queryFn: skipToken }
      : terminal.query(name, input)),
    select: contentOf,
    ...(isSilent(name) && { staleTime: 0 }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    // Events may have been missed while the page slept or the preview's connection was broken.
    ...(name === 'terminal.status' && { refetchOnWindowFocus: 'always' as const }),
    ...options,
  });
}

const contentOf = <T>({ value }: Known<T>): T => value;

/** Asks once. Never rejects. */
export type Ask<N extends QueryName> = (input: CommandInput<N>) => Promise<Result<CommandOutput<N>>>;

/**
 * Returns a function that asks for what an action needs and no screen shows, such as the item of a scan; it stays the
 * same function. The terminal is asked each time, whatever is known.
 */
export function useTerminalAsk<N extends QueryName>(name: N): Ask<N> {
  const terminal = useTerminal();
  return useCallback((input) => terminal.call(name, input), [terminal, name]);
}

/** Returns the row of a document issued here, as of the latest event. */
export function useLiveRow(issued: InvoiceRow): InvoiceRow {
  const terminal = useTerminal();
  return useQuery<InvoiceRow>(terminal.row(issued)).data ?? issued;
}

/**
 * Returns the pages of a query, newest first.
 * @param next returns the start of the following page; undefined after the last one
 */
export function useTerminalPages<N extends PagedQuery>(
  name: N,
  input: Omit<CommandInput<N>, 'before'>,
  next: (page: PageOf<N>) => CommandInput<N>['before'],
  { keepsPrevious = false, ...options }: Options = {},
): UseInfiniteQueryResult<{ readonly pages: PageOf<N>[] }> {
  const terminal = useTerminal();
  return useInfiniteQuery({
    ...terminal.pages(name, input),
    initialPageParam: undefined as PageStart | undefined,
    getNextPageParam: next,
    ...(isSilent(name) && { staleTime: 0 }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...options,
  });
}

/** Returns a function that drops the pages of a query, so that the next use reads them again. */
export function useForgetPages<N extends PagedQuery>(
  name: N,
): (input: Omit<CommandInput<N>, 'before'>) => void {
  const terminal = useTerminal();
  return useCallback((input) => terminal.forgetPages(name, input), [terminal, name]);
}
