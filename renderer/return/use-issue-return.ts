import { useRef, useState } from 'react';
import type { CommandInput } from '../../shared/contract/index.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { IssuedSale } from '../cart/cart.tsx';
import { useTerminal } from '../terminal/use-terminal.ts';

export type NoteInput = Omit<CommandInput<'invoice.returnNote'>, 'saleId'>;

/** The credit note of a return, and the way to issue it. */
export interface IssuingReturn {
  readonly issuing: boolean;
  readonly failure: Failure | undefined;
  /**
   * Makes the note of these goods, the same one as long as they stay the same: after a lost answer it may be issued
   * already, and its goods count as returned.
   */
  make(input: NoteInput): Promise<Result<Sale>>;
  /** Issues a note once, however often it is asked for. */
  issue(note: Sale): Promise<void>;
  /** Shows why there is no note. */
  refuse(failure: Failure): void;
}

/** @param onChanged called when a refusal shows that the document has changed */
export function useIssueReturn(onIssued: (note: IssuedSale) => void, onChanged: () => void): IssuingReturn {
  const terminal = useTerminal();
  const [issuing, setIssuing] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isUnderWay = useRef(false);
  const made = useRef<{ of: string; note: Sale }>(undefined);

  const refuse = (refused: Failure) => {
    setFailure(refused);
    if (refused.code !== 'bad-input') return;
    made.current = undefined;
    onChanged();
  };
  return {
    issuing,
    failure,
    refuse,
    async make(input) {
      setFailure(undefined);
      const of = JSON.stringify(input);
      const known = made.current;
      if (known?.of === of) return { ok: true, value: known.note };
      const note = await terminal.call('invoice.returnNote', { ...input, saleId: crypto.randomUUID() });
      if (note.ok) made.current = { of, note: note.value };
      return note;
    },
    async issue(note) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIssuing(true);
      setFailure(undefined);
      const issued = await terminal.call('sale.issue', note);
      isUnderWay.current = false;
      setIssuing(false);
      if (issued.ok) onIssued(issued.value);
      else refuse(issued.failure);
    },
  };
}
