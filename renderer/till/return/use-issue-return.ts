import { useRef, useState } from 'react';
import type { CommandInput } from '../../../shared/contract/index.ts';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { useTerminalSend } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalAsk } from '../../ui/terminal/use-terminal-query.ts';
import type { IssuedSale } from '../cart/cart.tsx';

export type NoteInput = Omit<CommandInput<'invoice.returnNote'>, 'saleId'>;

interface Made {
  /** The goods and the reason, as text. */
  readonly goods: string;
  /** The same text with the means of repayment. */
  readonly paid: string;
  readonly receipt: string | undefined;
  readonly note: Sale;
}

export type IssuingReturn = ReturnType<typeof useIssueReturn>;

/** Keeps the credit note of a return. @param onChanged called when a refusal shows that the document has changed */
export function useIssueReturn(onIssued: (note: IssuedSale) => void, onChanged: () => void) {
  const returnNote = useTerminalAsk('invoice.returnNote');
  const send = useTerminalSend('sale.issue');
  const [issuing, setIssuing] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isUnderWay = useRef(false);
  const made = useRef<Made>(undefined);

  const refuse = (refused: Failure) => {
    setFailure(refused);
    if (refused.code === 'bad-input') made.current = undefined;
    // If a note differs from an issued one with the same id, the answer to that one was lost.
    if (refused.code === 'bad-input' || refused.code === 'sale-differs') onChanged();
  };
  return {
    issuing,
    failure,
    refuse,
    /**
     * Makes the note of these goods, with the same id while the goods and the reason stay the same. After a lost answer
     * it may already be issued, even if another receipt was scanned or another means of repayment was chosen since.
     */
    async make(input: NoteInput): Promise<Result<Sale>> {
      setFailure(undefined);
      const { receipt, ...request } = input;
      const { uuid, lines, reason } = request;
      const goods = JSON.stringify({ uuid, lines, reason });
      const paid = JSON.stringify(request);
      const existing = made.current?.goods === goods ? made.current : undefined;
      if (existing?.paid === paid && existing.receipt === receipt) return { ok: true, value: existing.note };
      const saleId = existing?.note.saleId ?? crypto.randomUUID();
      const note = await returnNote({ ...input, saleId });
      if (note.ok) made.current = { goods, paid, receipt, note: note.value };
      // The goods may count as returned by the earlier note, which is then the answer.
      else if (existing?.paid === paid && note.failure.code === 'bad-input')
        return { ok: true, value: existing.note };
      return note;
    },
    /** Issues a note only once, even if the request is repeated. */
    async issue(note: Sale) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIssuing(true);
      setFailure(undefined);
      let issued = await send(note);
      // The answer may have been lost; if the request is repeated, the note is the same document.
      if (!issued.ok && issued.failure.code === 'internal') issued = await send(note);
      isUnderWay.current = false;
      setIssuing(false);
      if (issued.ok) onIssued(issued.value);
      else refuse(issued.failure);
    },
  };
}
