import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod';
import {
  type OfficeAnswer,
  type OfficeInput,
  type OfficeName,
  type OfficeOutput,
  officeContract,
} from '../../shared/office/contract.ts';
import { OfficeError, type OfficeFailure, officeFailureSchema } from '../../shared/office/failure.ts';

/* The only functions with which a screen asks or commands the head office. */

/** The number of milliseconds between two queries of a list. A till posts every half minute. */
export const pollIntervalMs = 20_000;

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), failure: officeFailureSchema }),
]);

/** Sends one call. Never rejects; an answer that breaks the contract is `internal`. */
async function callOffice<N extends OfficeName>(
  name: N,
  input: OfficeInput<N>,
): Promise<OfficeAnswer<OfficeOutput<N>>> {
  try {
    const response = await fetch('/office/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, input }),
    });
    if (!response.ok) return { ok: false, failure: { code: 'unreachable' } };
    const answer = answerSchema.safeParse(await response.json());
    if (!answer.success) return { ok: false, failure: { code: 'internal' } };
    if (!answer.data.ok) return answer.data;
    const value = officeContract[name].output.safeParse(answer.data.value);
    return value.success
      ? { ok: true, value: value.data as OfficeOutput<N> }
      : { ok: false, failure: { code: 'internal' } };
  } catch {
    return { ok: false, failure: { code: 'unreachable' } };
  }
}

/** Returns the answers of one page. If a query finds nobody signed in, the sign-in replaces the screen. */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey: [name] }) {
        const isOver = error instanceof OfficeError && error.failure.code === 'signed-out';
        if (!isOver || name === 'session.get') return;
        queries.setQueryData<OfficeOutput<'session.get'>>(
          ['session.get', {}],
          (before) => before && { ...before, person: null },
        );
      },
    }),
    defaultOptions: { queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: true } },
  });
  return queries;
}

async function ask<N extends OfficeName>(name: N, input: OfficeInput<N>): Promise<OfficeOutput<N>> {
  const answer = await callOffice(name, input);
  if (answer.ok) return answer.value;
  throw new OfficeError(answer.failure);
}

/**
 * Returns the office's answer to a query.
 * @param every milliseconds between two requests while somebody is watching
 * @param once true if each request is logged, so that one visit makes only one line
 */
export function useOfficeQuery<N extends OfficeName>(
  name: N,
  input: OfficeInput<N>,
  {
    every,
    enabled = true,
    once = false,
    keepsLast = false,
  }: {
    every?: number;
    enabled?: boolean;
    once?: boolean;
    keepsLast?: boolean;
  } = {},
): UseQueryResult<OfficeOutput<N>, OfficeError> {
  return useQuery<OfficeOutput<N>, OfficeError>({
    queryKey: [name, input],
    queryFn: () => ask(name, input),
    enabled,
    ...(once && { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false }),
    ...(every !== undefined && { refetchInterval: every }),
    ...(keepsLast && { placeholderData: keepPreviousData }),
  });
}

export function useOfficePages<N extends OfficeName, Place>(
  name: N,
  inputAt: (place: Place | undefined) => OfficeInput<N>,
  next: (page: OfficeOutput<N>) => Place | undefined,
): UseInfiniteQueryResult<{ pages: OfficeOutput<N>[] }, OfficeError> {
  return useInfiniteQuery({
    queryKey: [name, 'pages', inputAt(undefined)],
    queryFn: ({ pageParam }) => ask(name, inputAt(pageParam as Place | undefined)),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: next,
  });
}

export function useOfficeCommand<N extends OfficeName>(name: N) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy: boolean; failure?: OfficeFailure }>({ busy: false });
  const isUnderWay = useRef(false);
  return {
    busy: state.busy,
    failure: state.failure,
    /**
     * Sends the command and resolves once everything on the screen has been read again. While an earlier run is in progress,
     * it does nothing and resolves to undefined.
     */
    async run(input: OfficeInput<N>) {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setState({ busy: true });
      const answer = await callOffice(name, input);
      isUnderWay.current = false;
      setState(answer.ok ? { busy: false } : { busy: false, failure: answer.failure });
      if (answer.ok && officeContract[name].kind === 'command') await client.invalidateQueries();
      return answer;
    },
  };
}
