import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import { unresolvedCardStates } from '../../../shared/contract/till/card.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../cart/cart.tsx';
import { askCard, changePayment } from '../cart/draft.ts';
import { documentsOf, ofBasket } from '../cart/sale-of-draft.ts';

export type CardPayment = CommandOutput<'card.ask'>;

/** A question to the card terminal: for one part of a payment by several means, or for the whole. */
export interface CardQuestion {
  readonly part?: string;
  readonly amount: Halalas;
}

const isUnresolved = ({ state }: CardPayment) => unresolvedCardStates.includes(state);
const isPaid = ({ state, settlement }: CardPayment) => state === 'approved' && settlement === undefined;

/** The failures that do not change the question: they are shown beside the means. */
const ofTerminal: readonly Failure['code'][] = ['no-card-terminal', 'card-unresolved'];

/** The number of milliseconds between two questions for a payment with an unknown outcome. */
const checkEvery = 4_000;

export type Card = ReturnType<typeof useCard>;

/** The payments of this basket at the card terminal, from the ledger, and the functions to request more. */
export function useCard() {
  const { draft, keep, edit, refuse } = useCart();
  const coin = useStatus()?.cashRounding;
  const kind = useTerminalQuery('card.terminal', {}).data?.terminal;
  const query = useTerminalQuery('card.ofSale', { sale: draft.saleId });
  const { run, failure } = useTerminalCommand('card.ask');
  const status = useTerminalCommand('card.status');
  const giveUp = useTerminalCommand('card.cancel');
  const [requested, setRequested] = useState<Halalas>();
  const isUnderWay = useRef(false);
  const hasAsked = useRef(false);

  const payments = query.data?.payments ?? [];
  const open = payments.find(isUnresolved);
  const paid = payments.filter(isPaid);
  const last = payments.at(-1);
  // An answer read before this screen was shown may be out of date.
  const isKnown = kind !== undefined && query.isSuccess && query.isFetchedAfterMount;

  /**
   * Requests a payment of the basket with this amount due, and resolves to false if it certainly gave no money. It does
   * nothing while another payment is being requested. Anything that would prevent the invoice prevents the request too,
   * and is shown in the same way.
   */
  async function ask({ part, amount }: CardQuestion, payable: Halalas): Promise<boolean> {
    if (isUnderWay.current) return true;
    isUnderWay.current = true;
    hasAsked.current = true;
    setRequested(amount);
    const before = part ?? draft.payment.asked;
    const isUsed = before === undefined || payments.some(({ id }) => id === before);
    const id = isUsed ? crypto.randomUUID() : before;
    // If the basket cannot store the question, it must not ask: after a power cut the question would be lost.
    const unkept = await keep((now) => askCard(now, id, part));
    const answer =
      unkept === undefined
        ? await run({ id, amount, of: documentsOf(draft, payable, paid, coin) })
        : undefined;
    isUnderWay.current = false;
    setRequested(undefined);
    if (answer?.ok === true) return !isRefused(answer.value);
    const why = unkept ?? answer?.failure;
    if (why !== undefined && !ofTerminal.includes(why.code)) {
      edit((now) => changePayment(now, { asked: undefined }));
      refuse(ofBasket(why));
    }
    return false;
  }

  const shown = failure !== undefined && ofTerminal.includes(failure.code) ? failure : undefined;
  const isMine = requested !== undefined;
  const openId = isMine ? undefined : open?.id;
  const check = () => {
    if (openId !== undefined) void status.run({ id: openId });
    else if (query.isError) void query.refetch();
  };
  useChecks(openId ?? (query.isError ? 'all' : undefined), hasAsked, check);

  const toCancel = open?.id;
  return {
    /** False until the ledger has answered; until then nothing may be paid. */
    isKnown,
    hasTerminal: kind !== undefined && kind !== 'none',
    paid,
    requested: requested ?? (open?.state === 'asked' ? open.amount : undefined),
    /** The payment with an unknown outcome, or the one that was in progress when the page was loaded again. */
    open,
    refused: last !== undefined && last.id === draft.payment.asked && isRefused(last) ? last : undefined,
    failure: isMine ? giveUp.failure : open === undefined ? shown : (giveUp.failure ?? status.failure),
    isChecking: status.busy,
    isCancelling: giveUp.busy,
    isLocked:
      isMine || open !== undefined || paid.length > 0 || (draft.payment.asked !== undefined && !isKnown),
    changes: payments.length + payments.filter((one) => !isUnresolved(one)).length,
    ask,
    check,
    cancel() {
      const id = toCancel ?? (isMine ? draft.payment.asked : undefined);
      if (id !== undefined) void giveUp.run({ id });
    },
  };
}

const isRefused = ({ state }: CardPayment) => state === 'declined' || state === 'cancelled';

/** Checks open payments at once when the screen is shown, and then repeatedly until none is open. */
export function useChecks(open: string | undefined, hasAsked: RefObject<boolean>, check: () => void): void {
  const onTime = useEffectEvent(check);
  useEffect(() => {
    if (open === undefined) return;
    const first = hasAsked.current ? undefined : setTimeout(() => onTime());
    const timer = setInterval(() => onTime(), checkEvery);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [open, hasAsked]);
}
