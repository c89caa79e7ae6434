import type { AuditLog } from '../ledger/audit-log.ts';
import type { PrintedForm } from './receipts.ts';

/** Prints receipts and remembers them in the audit log: every print of a form but the first is a copy. */
export interface Prints {
  /**
   * Prints, and writes the line of the audit log once the printer has it. A print that fails leaves none, so that the
   * next one is the original.
   * @param print prints a page, marked as a copy or not
   */
  print<T>(form: PrintedForm, actor: string, print: (copy: boolean) => Promise<T>): Promise<T>;
}

export function createPrints(audit: Pick<AuditLog, 'write' | 'find'>, now: () => number): Prints {
  /** The forms on their way to the printer: a second press meanwhile gives a copy. */
  const printing = new Set<string>();

  const wasPrinted = ({ uuid, form, issuedAt }: PrintedForm) =>
    audit
      .find({ action: 'receipt-printed', text: uuid, since: issuedAt })
      .some(({ detail }) => (detail as Partial<PrintedForm>).form === form);

  return {
    async print(printed, actor, print) {
      const { uuid, number, form } = printed;
      const key = `${uuid} ${form}`;
      const copy = printing.has(key) || wasPrinted(printed);
      printing.add(key);
      try {
        const answer = await print(copy);
        audit.write({ at: now(), actor, action: 'receipt-printed', detail: { uuid, number, form, copy } });
        return answer;
      } finally {
        printing.delete(key);
      }
    },
  };
}
