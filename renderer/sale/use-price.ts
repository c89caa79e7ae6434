import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CommandOutput } from '../../shared/contract/index.ts';
import { FailureError, type Issue } from '../../shared/failure.ts';
import type { Halalas } from '../../shared/money.ts';
import { ask, useClient } from '../client.tsx';
import type { Draft } from './draft.ts';
import { type FieldIssues, placeIssues, priceable } from './sale-of-draft.ts';

/** Milliseconds without a key before the total is asked for. */
const pause = 120;

interface Price {
  /** Undefined when there is nothing to price. */
  readonly totals: CommandOutput<'sale.price'> | undefined;
  /** What each line comes to, by its key. */
  readonly lineTotals: ReadonlyMap<string, Halalas>;
  /** What only main can find wrong, such as a discount above the total. */
  readonly issues: FieldIssues;
  /** What the authority would accept with a warning, and what it would not that has no field of its own here. */
  readonly remarks: readonly Issue[];
  /** The basket has changed since these totals. */
  readonly stale: boolean;
}

/** What the basket comes to, by main's own arithmetic: the screen never adds up money. */
export function usePrice(draft: Draft): Price {
  const client = useClient();
  const current = useMemo(() => priceable(draft), [draft]);
  const [asked] = useDebouncedValue(current, pause);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['price', asked],
    enabled: asked !== undefined,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      if (asked === undefined) throw new Error('nothing to price');
      const totals = await ask(client, 'sale.price', asked.sale);
      const lineTotals = new Map(asked.keys.map((key, index) => [key, totals.lines[index]?.gross ?? 0]));
      return { totals, lineTotals };
    },
  });
  const found = error instanceof FailureError ? (error.failure.issues ?? []) : [];
  const issues = placeIssues(asked?.keys ?? [], found);
  return {
    totals: asked === undefined ? undefined : data?.totals,
    lineTotals: asked === undefined ? new Map() : (data?.lineTotals ?? new Map()),
    issues,
    remarks: error === null ? (data?.totals.cautions ?? []) : issues.size === 0 ? found : [],
    stale: isPlaceholderData || current !== asked,
  };
}
