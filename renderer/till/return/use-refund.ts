import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Result } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useChecks } from '../pay/use-card.ts';
import type { IssuingReturn } from './use-issue-return.ts';

type Payment = CommandOutput<'card.ask'>;

const isRefused = ({ state }: Payment) => state === 'declined' || state === 'cancelled';

export type Refund = ReturnType<typeof useRefund>;

/** Keeps the money given back at the card terminal for a return, from the ledger. @param uuid the document whose goods come back */
export function useRefund(uuid: string, { issue, refuse, issuing, failure }: IssuingReturn) {
  const kind = useTerminalQuery('card.terminal', {}).data?.terminal;
  const query = useTerminalQuery('card.returns', {});
  const question = useTerminalCommand('card.ask');
  const status = useTerminalCommand('card.status');
  const giveUp = useTerminalCommand('card.cancel');
  const [requested, setRequested] = useState<{
    readonly id: string;
    readonly amount: Halalas;
    readonly note: Sale;
  }>();
  const [refused, setRefused] = useState<Payment>();
  const isUnderWay = useRef(false);
  /** The refund that a person requested in this visit; its approval continues automatically. */
  const leading = useRef<string>(undefined);

  // An answer read before this screen was shown may be out of date.
  const isKnown = query.isSuccess && query.isFetchedAfterMount;
  const returned = isKnown ? query.data?.returns.find((one) => one.uuid === uuid) : undefined;
  const open = requested === undefined ? returned?.payment : undefined;
  const isApproved = open?.state === 'approved';

  const noteRefusal = (answer: Result<Payment> | undefined) => {
    if (answer?.ok && isRefused(answer.value)) setRefused(answer.value);
  };
  const finish = () => {
    if (returned !== undefined && isApproved && !issuing) void issue(returned.note);
  };
  const proceed = useEffectEvent((approved: string) => {
    if (leading.current !== approved) return;
    leading.current = undefined;
    finish();
  });
  const mayProceed = isApproved && failure === undefined ? open.id : undefined;
  useEffect(() => {
    if (mayProceed !== undefined) proceed(mayProceed);
  }, [mayProceed]);

  const isOpenUnresolved = open !== undefined && !isApproved;
  const check = () => {
    if (open !== undefined && isOpenUnresolved) void status.run({ id: open.id }).then(noteRefusal);
  };
  const hasAsked = useRef(false);
  useChecks(isOpenUnresolved ? open.id : undefined, hasAsked, check);

  return {
    hasTerminal: kind !== undefined && kind !== 'none',
    isUnknown: kind === undefined || !isKnown,
    requested: requested?.amount,
    /** The refund of this document that has no credit note yet. */
    open,
    /** The parts of the credit note that are paid back by other means. */
    besides: ((requested ?? returned)?.note.payments ?? []).filter(({ means }) => means !== 'card'),
    refused,
    failure: open === undefined ? undefined : (giveUp.failure ?? status.failure),
    isChecking: status.busy,
    isCancelling: giveUp.busy,
    changes: (requested === undefined ? 0 : 1) + (open === undefined ? 0 : 2) + (isApproved ? 4 : 0),
    /**
     * Requests the money of a note; anything that would stop the note stops the request too. Once it is approved, the
     * note follows.
     */
    async begin(note: Sale, amount: Halalas) {
      if (isUnderWay.current || open !== undefined) return;
      isUnderWay.current = true;
      hasAsked.current = true;
      const id = crypto.randomUUID();
      leading.current = id;
      setRefused(undefined);
      setRequested({ id, amount, note });
      const answer = await question.run({ id, amount, of: { as: 'sale', sale: note } });
      isUnderWay.current = false;
      setRequested(undefined);
      if (answer?.ok && !isRefused(answer.value)) return;
      leading.current = undefined;
      if (answer?.ok) setRefused(answer.value);
      else if (answer !== undefined) refuse(answer.failure);
    },
    check,
    cancel() {
      // The person no longer wants this approval if it comes late, so nothing follows automatically.
      leading.current = undefined;
      const id = requested?.id ?? open?.id;
      if (id !== undefined) void giveUp.run({ id }).then(noteRefusal);
    },
    finish,
  };
}
