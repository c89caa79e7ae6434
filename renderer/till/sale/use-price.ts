import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import { type Failure, FailureError, type Issue } from '../../../shared/failure.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import type { Draft } from '../cart/draft.ts';
import { cashPayment } from '../cart/payment.ts';
import { type FieldIssues, placeIssues, priceable } from '../cart/sale-of-draft.ts';

/** The number of milliseconds without a key before the total is requested. */
const pause = 120;

export interface Price {
  /** The totals; undefined when there is nothing to price. */
  readonly totals: CommandOutput<'sale.price'> | undefined;
  readonly lineTotals: ReadonlyMap<string, Halalas>;
  /** The issues that only the main process can find, such as a discount above the total. */
  readonly issues: FieldIssues;
  /** The problems that the authority would only warn about, and errors that belong to no field of the screen. */
  readonly remarks: readonly Issue[];
  /** The reason why there are no totals, which would also stop the invoice. */
  readonly failure: Failure | undefined;
  readonly stale: boolean;
}

/** Returns the total of the basket, calculated by the main process: the screen never adds up money. */
export function usePrice(draft: Draft): Price {
  const { saleId, customer, lines, discount, buyer, advanced, correction } = draft;
  // The payment does not change the total, so the total stays while the payment is typed.
  const unpaid = useMemo(
    () => ({ saleId, customer, lines, discount, buyer, advanced, correction, payment: cashPayment }),
    [saleId, customer, lines, discount, buyer, advanced, correction],
  );
  // Reading the basket waits for the pause as well, because it must not slow down a key press.
  const [settled] = useDebouncedValue(unpaid, pause);
  const asked = useMemo(() => priceable(settled), [settled]);
  const { totals, error, isPending } = useTotals(asked);
  const [last, setLast] = useState<Priced>();
  if (asked !== undefined && totals !== undefined && (last?.asked !== asked || last.totals !== totals))
    setLast({
      asked,
      totals,
      lineTotals: new Map(asked.keys.map((key, index) => [key, totals.lines[index]?.gross ?? 0])),
    });
  const isFresh = last !== undefined && last.asked === asked && last.totals === totals;
  // The previous total stays until the next one arrives.
  const shown = asked !== undefined && (isFresh || isPending) ? last : undefined;
  const found = error instanceof FailureError ? (error.failure.issues ?? []) : [];
  const issues = placeIssues(asked?.keys ?? [], found);
  return {
    totals: shown?.totals,
    lineTotals: shown?.lineTotals ?? new Map(),
    issues,
    remarks: error === null ? (shown?.totals.cautions ?? []) : issues.size === 0 ? found : [],
    failure:
      error === null ? undefined : error instanceof FailureError ? error.failure : { code: 'internal' },
    stale: (shown !== undefined && !isFresh) || unpaid !== settled,
  };
}

type Totals = CommandOutput<'sale.price'>;
type Asked = NonNullable<ReturnType<typeof priceable>>;
type Priced = { readonly asked: Asked; readonly totals: Totals } & Pick<Price, 'lineTotals'>;

function useTotals(asked: Asked | undefined) {
  const { sale, rejected } = asked ?? {};
  const plain = useTerminalQuery('sale.price', rejected === undefined ? sale : undefined, { gcTime: 0 });
  const isCorrection = sale !== undefined && rejected !== undefined;
  const correction = useTerminalQuery('sale.priceCorrection', isCorrection ? { rejected, sale } : undefined, {
    gcTime: 0,
  });
  const { data: totals, error, isPending } = isCorrection ? correction : plain;
  return { totals, error, isPending };
}
