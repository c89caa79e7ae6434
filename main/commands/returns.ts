import type { CommandParsed } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Documents } from '../ledger/documents.ts';
import { shownBy } from '../references/find-document.ts';
import type { NoteDocuments } from '../references/returns/effective-notes.ts';
import { noteFor, returnableOf } from '../references/returns/returns.ts';

/**
 * The commands of returns.
 * @param ofQr returns the document of the text of a QR code
 * @param onMade called with each note, which says whether its receipt was shown
 */
export function returnCommands(
  documents: NoteDocuments & Pick<Documents, 'get'>,
  ofQr: Parameters<typeof shownBy>[2],
  onMade: (note: Sale) => void = () => {},
) {
  const entryOf = (uuid: string) => documents.get(uuid) ?? fail('not-found');
  /** Returns a field that says how the receipt was shown. */
  const shown = (code: string | undefined, entry: ReturnType<typeof entryOf>) => {
    const receiptShown = shownBy(code, entry, ofQr);
    return receiptShown === undefined ? {} : { receiptShown };
  };
  return {
    'invoice.returnable': ({ uuid, receipt }: CommandParsed<'invoice.returnable'>) => {
      const entry = entryOf(uuid);
      return { ...returnableOf(entry, documents), ...shown(receipt, entry) };
    },
    'invoice.returnNote': ({ uuid, receipt, ...goods }: CommandParsed<'invoice.returnNote'>) => {
      const entry = entryOf(uuid);
      const note = { ...noteFor(entry, goods, documents), ...shown(receipt, entry) };
      onMade(note);
      return note;
    },
  };
}
