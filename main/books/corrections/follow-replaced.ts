import type { Sale } from '../../../shared/sale/sale.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import type { EarlierDocuments } from './earlier-documents.ts';
import { sameLines } from './law/same-lines.ts';

/**
 * Names the invoice that stands for a rejected one in a note that is issued again: the invoice had to be put right first,
 * and the note is about the same sale.
 * @returns the note itself if it names nothing that was replaced
 */
export function followReplaced(note: Sale, documents: EarlierDocuments): Sale {
  const followed = note.corrects?.map((named) => {
    const entry = documents.getByNumber(named.number);
    const last = entry && lastOf(entry, documents);
    return { named, entry, last: last?.uuid === entry?.uuid ? undefined : last };
  });
  if (followed?.some(({ last }) => last !== undefined) !== true) return note;
  const corrects = followed.map(({ named, last }) => (last === undefined ? named : { number: last.number }));
  const [{ entry, last } = {}] = followed;
  const places = entry && last && sameLines(entry.sale.lines, last.sale.lines);
  const lines = note.lines.map((line) => {
    const place = line.correctsLine === undefined ? undefined : places?.[line.correctsLine - 1];
    return place === undefined ? line : { ...line, correctsLine: place };
  });
  return { ...note, corrects, lines };
}

function lastOf(entry: LedgerEntry, documents: Pick<EarlierDocuments, 'replacedBy'>): LedgerEntry {
  const next = documents.replacedBy(entry.uuid);
  return next === undefined ? entry : lastOf(next, documents);
}
