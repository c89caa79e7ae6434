import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { focusField, useCart } from '../cart/cart.tsx';
import { addLine, newLine } from '../cart/draft.ts';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { PayScreen } from '../pay/pay-screen.tsx';
import { useCard } from '../pay/use-card.ts';
import { useScans } from '../scanner/scanner.tsx';
import { useScan } from './known-items/use-scan.ts';
import { isOpen } from './use-entry.ts';
import type { Price } from './use-price.ts';

/** The payment of the basket; a scan leads back to it. */
export function Paying({ price }: { price: Price }) {
  const { draft, issuing, edit, backToBasket, refuse } = useCart();
  const scan = useScan();
  const card = useCard();
  useScans((code) => {
    // Goods that are being paid by card must stay unchanged.
    if (issuing || card.isLocked) return 'untaken';
    // The customer brings another item: the basket is shown with the item, and the payment waits.
    const last = draft.lines.at(-1);
    const entry = last !== undefined && isOpen(last) ? last : newLine();
    flushSync(() => {
      backToBasket();
      if (entry !== last) edit((now) => addLine(now, entry));
    });
    focusField(fieldIds.line(entry.key, 'name'));
    return scan(code, { key: entry.key });
  });
  // The terminal may find a fault in the basket only after the payment was requested.
  const fault = price.stale ? undefined : price.failure;
  const onFault = useEffectEvent(refuse);
  useEffect(() => {
    if (fault !== undefined) onFault(fault);
  }, [fault]);
  return (
    <PayScreen
      totals={price.totals}
      lineTotals={price.lineTotals}
      stale={price.stale}
      remarks={price.remarks}
      card={card}
    />
  );
}
