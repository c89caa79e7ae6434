import { fail } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { CashCoin } from '../../../../shared/values/cash-rounding.ts';
import type { Documents } from '../../ledger/documents/documents.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import { shownBy } from '../find-document.ts';
import type { NoteDocuments } from '../read-history.ts';
import { noteFor, type ReturnedGoods, returnableOf } from './returns.ts';

/** The document whose goods come back, and the code with which its receipt was shown, if it was. */
interface OfReceipt {
  readonly uuid: string;
  readonly receipt?: string | undefined;
}

/** The returns of goods, each with a record whether the receipt was shown. */
export type ReceiptReturns = ReturnType<typeof createReceiptReturns>;

export interface ReceiptReturnsOptions {
  readonly documents: NoteDocuments & Pick<Documents, 'get'>;
  /** Returns the document of the text of a QR code. */
  readonly ofQr: Parameters<typeof shownBy>[2];
  /** Called with each note, which says whether its receipt was shown. */
  readonly onMade: (note: Sale) => void;
  /** Returns the coin to which the shop rounds cash; undefined if it does not. */
  readonly shopCoin: () => CashCoin | undefined;
}

export function createReceiptReturns({ documents, ofQr, onMade, shopCoin }: ReceiptReturnsOptions) {
  const entryOf = (uuid: string) => documents.get(uuid) ?? fail('not-found');
  /** Returns a field that says how the receipt was shown. */
  const shown = (code: string | undefined, entry: LedgerEntry) => {
    const receiptShown = shownBy(code, entry, ofQr);
    return receiptShown === undefined ? {} : { receiptShown };
  };
  return {
    /** Returns what is left of a document to be returned. @throws FailureError `not-found` */
    returnable({ uuid, receipt }: OfReceipt) {
      const entry = entryOf(uuid);
      return { ...returnableOf(entry, documents), ...shown(receipt, entry) };
    },
    /** Makes the credit note for goods of a document. @throws FailureError `not-found`; as `noteFor` */
    note({ uuid, receipt, ...goods }: OfReceipt & ReturnedGoods) {
      const entry = entryOf(uuid);
      const note = { ...noteFor(entry, goods, documents, shopCoin()), ...shown(receipt, entry) };
      onMade(note);
      return note;
    },
  };
}
