import { FailureError } from '../../../shared/failure.ts';
import type { TillAction, TillActions } from '../../books/ledger/shifts/till-actions.ts';
import type { PrintedForm } from './receipts.ts';

/** A paper of which there is one original; every further print is a copy. */
export interface Original {
  /** Identifies the paper among all that are printed. */
  readonly print: string;
  /** The line that is written once the paper is printed. */
  readonly action: 'receipt-printed' | 'report-printed' | 'voucher-printed';
  readonly detail: object;
}

/**
 * Prints originals and copies. The audit log has a line before the printer gets anything, so that a program that ends
 * in between leaves no second original, and one with the result.
 */
export function createPrints(tillActions: Pick<TillActions, 'write' | 'mayBePrinted'>, now: () => number) {
  const isCopy = ({ print }: Original) => tillActions.mayBePrinted(print);

  return {
    isCopy,
    /**
     * Prints, and writes an audit line once the paper is printed. After a failed print, the next one is the original.
     * @param print prints a page, marked as a copy or not
     */
    async print<T>(
      original: Original,
      by: TillAction['by'],
      print: (copy: boolean) => Promise<T>,
    ): Promise<T> {
      const copy = isCopy(original);
      const write = (action: TillAction['action'], detail: object, who = by) =>
        tillActions.write({ at: now(), by: who, action, detail });
      const request = write('print-asked', { print: original.print, copy });
      const { name, role } = by;
      try {
        const answer = await print(copy);
        write(original.action, { ...original.detail, copy });
        return answer;
      } catch (error) {
        const failure = error instanceof FailureError ? error.failure.code : 'internal';
        write('print-failed', { print: original.print, failure, asked: request }, { name, role });
        throw error;
      }
    },
  };
}

/** Each form of a document has its own original. */
export const originalOf = ({ uuid, number, form }: PrintedForm): Original => ({
  print: `${form} ${uuid}`,
  action: 'receipt-printed',
  detail: { uuid, number, form },
});
