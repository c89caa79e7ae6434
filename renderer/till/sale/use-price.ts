import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { cashPayment } from '../cart/payment.ts';
import { placeIssues, priceable } from '../cart/sale-of-draft.ts';

/** The number of milliseconds without a key before the total is requested. */
const pause = 120;
const none: ReadonlyMap<string, Halalas> = new Map();

export type Price = ReturnType<typeof usePrice>;

/** Returns the total of the basket, calculated by the main process: the screen never adds up money. */
export function usePrice(draft: Draft) {
  const { saleId, customer, lines, discount, buyer, advanced, correction } = draft;
  // The payment does not change the total, so the total stays while the payment is typed.
  const unpaid = useMemo(
    () => ({ saleId, customer, lines, discount, buyer, advanced, correction, payment: cashPayment }),
    [saleId, customer, lines, discount, buyer, advanced, correction],
  );
  // Reading the basket waits for the pause as well, because it must not slow down a key press.
  const [settled] = useDebouncedValue(unpaid, pause);
  const request = useMemo(() => priceable(settled), [settled]);
  const { totals, error, isPending } = useTotals(request);
  const [last, setLast] = useState<Priced>();
  if (request !== undefined && totals !== undefined && (last?.request !== request || last.totals !== totals))
    setLast({
      request,
      totals,
      lineTotals: new Map(request.keys.map((key, index) => [key, totals.lines[index]?.gross ?? 0])),
    });
  const isFresh = last !== undefined && last.request === request && last.totals === totals;
  // The previous total stays until the next one arrives.
  const shown = request !== undefined && (isFresh || isPending) ? last : undefined;
  const found = error instanceof FailureError ? (error.failure.issues ?? []) : [];
  const issues = placeIssues(request?.keys ?? [], found);
  const unexpected: Failure = { code: 'internal' };
  return {
    totals: shown?.totals,
    lineTotals: shown?.lineTotals ?? none,
    /** The issues that only the main process can find, such as a discount above the total. */
    issues,
    /** The problems that the authority would only warn about, and errors that belong to no field of the screen. */
    remarks: error === null ? (shown?.totals.cautions ?? []) : issues.size === 0 ? found : [],
    failure: error === null ? undefined : error instanceof FailureError ? error.failure : unexpected,
    stale: (shown !== undefined && !isFresh) || unpaid !== settled,
  };
}

type Totals = CommandOutput<'sale.price'>;
type PriceRequest = NonNullable<ReturnType<typeof priceable>>;
type Priced = { readonly request: PriceRequest; readonly totals: Totals } & {
  readonly lineTotals: typeof none;
};

function useTotals(request: PriceRequest | undefined) {
  const { sale, rejected } = request ?? {};
  const plain = useTerminalQuery('sale.price', rejected === undefined ? sale : undefined, { gcTime: 0 });
  const isCorrection = sale !== undefined && rejected !== undefined;
  const correction = useTerminalQuery('sale.priceCorrection', isCorrection ? { rejected, sale } : undefined, {
    gcTime: 0,
  });
  const { data: totals, error, isPending } = isCorrection ? correction : plain;
  return { totals, error, isPending };
}
