import {
  keepPreviousData,
  skipToken,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { type QueryName, unannounced } from '../../shared/contract/effects.ts';
import type { CommandInput, CommandOutput } from '../../shared/contract/index.ts';
import type { InvoiceRow } from '../../shared/contract/invoices.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import type { Known, PagedQuery, PageOf } from './terminal-cache.ts';
import { useTerminal } from './use-terminal.ts';

interface Options {
  /** What was answered before stays until the next is here. */
  readonly keepsPrevious?: boolean;
  /** Milliseconds that an answer is kept once nobody looks at it. */
  readonly gcTime?: number;
  readonly staleTime?: number;
}

/**
 * What the terminal answers to a query, kept up to date by events and commands.
 * @param input undefined while nothing is to be asked
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
    ...(unannounced.includes(name) && { staleTime: 0 }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    // The page may have slept, or the preview's connection broken, while events passed.
    ...(name === 'terminal.status' && { refetchOnWindowFocus: 'always' as const }),
    ...options,
  });
}

const contentOf = <T>({ value }: Known<T>): T => value;

/** What the terminal last said about itself. */
export function useStatus(): TerminalStatus | undefined {
  return useTerminalQuery('terminal.status', {}).data;
}

export interface Pages<N extends PagedQuery> {
  readonly pages: PageOf<N>[];
}

/** The row of a document that was issued here, as the latest event has it. */
export function useLiveRow(issued: InvoiceRow): InvoiceRow {
  const terminal = useTerminal();
  return useQuery<InvoiceRow>({ ...terminal.row(issued), queryFn: skipToken }).data ?? issued;
}

/**
 * The pages of a query, the first one first.
 * @param next where the page after this one begins; undefined after the last
 */
export function useTerminalPages<N extends PagedQuery>(
  name: N,
  input: Omit<CommandInput<N>, 'before'>,
  next: (page: PageOf<N>) => number | undefined,
  { keepsPrevious = false, ...options }: Options = {},
): UseInfiniteQueryResult<Pages<N>> {
  const terminal = useTerminal();
  return useInfiniteQuery({
    ...terminal.pages(name, input),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: next,
    ...(unannounced.includes(name) && { staleTime: 0 }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...options,
  });
}
