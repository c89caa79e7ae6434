import type { Sale } from '../../../shared/sale/sale.ts';
import { type EarlierDocuments, timesOf } from './earlier-documents.ts';
import { sameLines } from './law/same-lines.ts';
import { lastOf } from './read-history.ts';

/**
 * Names the documents that stand for rejected ones in a document that is issued again: those had to be put right first,
 * and it is about the same sale, or deducts the same advance.
 * @returns the sale itself if it names nothing that was replaced
 */
export function followReplaced(sale: Sale, documents: EarlierDocuments): Sale {
  return followAdvances(followCorrected(sale, documents), documents);
}

function followAdvances(sale: Sale, documents: EarlierDocuments): Sale {
  const prepayments = sale.prepayments?.map((named) => {
    const entry = documents.getByNumber(named.number);
    const last = entry && lastOf(entry, documents);
    if (last === undefined || last.uuid === entry?.uuid) return named;
    const [{ date, time }] = timesOf(last);
    return { ...named, number: last.number, uuid: last.uuid, issueDate: date, issueTime: time };
  });
  const isSame = prepayments?.every((named, index) => named === sale.prepayments?.[index]) ?? true;
  return isSame || prepayments === undefined ? sale : { ...sale, prepayments };
}

function followCorrected(note: Sale, documents: EarlierDocuments): Sale {
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
