import type { Sale } from '../../../../shared/sale/sale.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { Caller } from '../../../base/platform/dispatch.ts';
import { saleDigest } from '../../ledger/documents/sale-digest.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/** The receipts that this terminal has read, each with the one note that was made with it. */
export type ReceiptProofs = ReturnType<typeof createReceiptProofs>;

/** More notes than a screen can have open at the same time. */
const keptAtMost = 500;

export function createReceiptProofs({
  documents,
  cards,
}: {
  readonly documents: Pick<Ledger['documents'], 'get' | 'getBySaleId'>;
  readonly cards: Pick<Ledger['cards'], 'openReturns'>;
}) {
  /** The proof that a note states, by sale id. */
  const proven = new Map<string, string>();
  const proofOf = ({ corrects = [], receiptShown }: Sale) =>
    JSON.stringify([corrects.map(({ number }) => number), receiptShown]);

  /** The ledger has the proofs from before the program was restarted. */
  function isKept(sale: Sale, rejected: string | undefined): boolean {
    const before = rejected === undefined ? undefined : documents.get(rejected)?.sale;
    if (before !== undefined) return proofOf(before) === proofOf(sale);
    return cards
      .openReturns()
      .some(({ note }) => proofOf(note) === proofOf(sale) && saleDigest(note) === saleDigest(sale));
  }

  return {
    /** Remembers that a note was made with the receipt that it names. */
    keep(note: Sale) {
      const { saleId, receiptShown } = note;
      if (saleId === undefined) return;
      proven.delete(saleId);
      if (receiptShown !== undefined) proven.set(saleId, proofOf(note));
      for (const oldest of proven.keys()) if (proven.size > keptAtMost) proven.delete(oldest);
    },
    /**
     * Returns a note as it is issued: a screen's claim that the receipt was shown counts only if this terminal has read
     * the receipt. Other programs are trusted.
     * @param rejected the document that the note replaces
     */
    checked(sale: Sale, caller: Caller, rejected?: string) {
      const { receiptShown, ...withoutProof } = sale;
      if (receiptShown === undefined || actorOf(caller).kind !== 'person') return sale;
      const isProven = sale.saleId !== undefined && proven.get(sale.saleId) === proofOf(sale);
      return isProven || isKept(sale, rejected) ? sale : withoutProof;
    },
  };
}
