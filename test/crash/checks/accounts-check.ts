import { saleIdOf } from '../sales.ts';
import type { Receipt } from '../till/till-messages.ts';

/** A receipt that a customer holds. */
export interface Ack extends Receipt {
  readonly sale: number;
}

/** The receipts as cashiers and customers know them, independent of the terminal's records. */
export interface Accounts {
  /** The receipts, by sale ID. */
  readonly receipts: ReadonlyMap<string, Ack>;
  /** The replacements of rejected documents, by the rejected document's UUID. */
  readonly corrections: ReadonlyMap<string, Receipt>;
  /** The descriptions of sales or corrections that have two different receipts. */
  readonly contradictions: readonly string[];
  take(ack: Ack): void;
  takeCorrection(rejected: string, receipt: Receipt): void;
  /** Returns the number of the first sale of this till without a receipt. That sale must be made, or repeated. */
  nextSale(firstSale: number): number;
}

export function openAccounts(serial: string): Accounts {
  const receipts = new Map<string, Ack>();
  const corrections = new Map<string, Receipt>();
  const contradictions: string[] = [];
  return {
    receipts,
    corrections,
    contradictions,
    take({ sale, uuid, hash, icv, number }) {
      const id = saleIdOf(serial, sale);
      const before = receipts.get(id);
      if (before !== undefined && (before.uuid !== uuid || before.hash !== hash || before.icv !== icv))
        contradictions.push(
          `sale ${sale} has two receipts: ${before.number} ${before.uuid}, ${number} ${uuid}`,
        );
      receipts.set(id, { sale, uuid, hash, icv, number });
    },
    takeCorrection(rejected, { uuid, hash, icv, number }) {
      const before = corrections.get(rejected);
      if (before !== undefined && before.uuid !== uuid)
        contradictions.push(`${rejected} was corrected twice: ${before.number}, ${number}`);
      corrections.set(rejected, { uuid, hash, icv, number });
    },
    nextSale(firstSale) {
      let sale = firstSale;
      while (receipts.has(saleIdOf(serial, sale))) sale += 1;
      return sale;
    },
  };
}
