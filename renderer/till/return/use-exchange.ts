import { useState } from 'react';
import type { CommandInput } from '../../../shared/contract/index.ts';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import type { Failure } from '../../../shared/failure.ts';
import { draftPayments } from '../../../shared/stored/basket/payment.ts';
import { go } from '../../ui/page/route.ts';
import { useTerminalAsk } from '../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../cart/cart.tsx';
import { newDraft } from '../cart/draft.ts';
import { draftOfBuyer } from '../cart/draft-of-sale.ts';

type Chosen = Pick<CommandInput<'invoice.returnNote'>, 'lines' | 'reason' | 'payment' | 'receipt'>;

/**
 * Returns a function that leads from a return to the basket, where goods are chosen in exchange. Nothing is issued
 * until the exchange is paid.
 */
export function useExchange({ invoice }: Returnable) {
  const returnNote = useTerminalAsk('invoice.returnNote');
  const price = useTerminalAsk('sale.price');
  const { draft, issuing, edit, next, latest } = useCart();
  const [failure, setFailure] = useState<Failure>();
  const { uuid, number, customer, currency } = invoice;

  async function start(chosen: Chosen): Promise<void> {
    setFailure(undefined);
    // The goods pay for others, so what they give back is not rounded as cash is.
    const payment = chosen.payment && ('exchange' as const);
    const note = await returnNote({ ...chosen, payment, uuid, saleId: crypto.randomUUID() });
    if (!note.ok) {
      setFailure(note.failure);
      return;
    }
    const priced = await price(note.value);
    if (!priced.ok) {
      setFailure(priced.failure);
      return;
    }
    // Another person may have signed in, with another basket.
    if (latest().draft.saleId !== draft.saleId) return;
    const { buyer } = note.value;
    const means = draftPayments.find((one) => one === chosen.payment) ?? 'cash';
    edit((now) => ({
      ...now,
      customer,
      payment: { ...now.payment, means },
      exchange: { uuid, number, note: note.value, back: priced.value.payable },
      ...(buyer !== undefined && { buyer: { ...newDraft().buyer, ...draftOfBuyer(buyer) } }),
    }));
    // The last customer's receipt is no longer needed.
    next();
    go({ screen: 'sale' });
  }
  const isTaken =
    draft.correction !== undefined || draft.exchange !== undefined || draft.payment.asked !== undefined;
  /** False for documents in another currency, and for a basket that is a correction, an exchange or being paid. */
  const isOffered = currency === 'SAR' && !isTaken && !issuing;
  return { start, failure, isOffered };
}
