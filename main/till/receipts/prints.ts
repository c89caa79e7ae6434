import type { TillAction, TillActions } from '../../books/ledger/shifts/till-actions.ts';
import type { PrintedForm } from './receipts.ts';

/** Prints receipts; each print is in the audit log, with the shift. Every one of a form but the first is a copy. */
export function createPrints(tillActions: Pick<TillActions, 'write' | 'prints'>, now: () => number) {
  /** The forms that are being printed: pressing again meanwhile prints a copy. */
  const printing = new Set<string>();

  const keyOf = ({ uuid, form }: PrintedForm) => `${uuid} ${form}`;
  const isCopy = (printed: PrintedForm) =>
    printing.has(keyOf(printed)) ||
    tillActions
      .prints(printed.uuid)
      .some(({ detail }) => (detail as Partial<PrintedForm>).form === printed.form);

  return {
    isCopy,
    /**
     * Prints, and writes an audit line once the printer has the page. A failed print leaves no line, so that the next
     * one is the original.
     * @param print prints a page, marked as a copy or not
     */
    async print<T>(
      printed: PrintedForm,
      by: TillAction['by'],
      print: (copy: boolean) => Promise<T>,
    ): Promise<T> {
      const { uuid, number, form } = printed;
      const key = keyOf(printed);
      const copy = isCopy(printed);
      printing.add(key);
      try {
        const answer = await print(copy);
        tillActions.write({ at: now(), by, action: 'receipt-printed', detail: { uuid, number, form, copy } });
        return answer;
      } finally {
        printing.delete(key);
      }
    },
  };
}
