import { foldNumber } from '../../../shared/sale/document-number.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { type Halalas, sumHalalas } from '../../../shared/values/money.ts';
import { prepaymentLines } from '../../document/invoice/amounts/prepayments.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import type { EarlierDocuments, Named } from './earlier-documents.ts';
import { worthOf } from './law/money-left.ts';
import { isEffective } from './read-history.ts';

/** The number of normalised numbers kept: a note on another system's document is compared with all ever named. */
const foldedAtMost = 50_000;
const folded = new Map<string, string>();

/**
 * Normalises the number of another system's document, whose format is unknown: signs between letters and digits, and
 * leading zeros of the last digits, are ignored, so that a typing mistake does not start a new limit.
 */
export function foldNumberSpelling(number: string): string {
  const before = folded.get(number);
  if (before !== undefined) return before;
  if (folded.size >= foldedAtMost) folded.clear();
  const text = foldNumber(number)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$|(?<=\p{L})-(?=\p{N})|(?<=\p{N})-(?=\p{L})/gu, '')
    .replace(/(?<!\d)0+(?=\d+$)/, '');
  folded.set(number, text);
  return text;
}

/** The effective documents of this terminal that name a document of another system, in any spelling of its number. */
export interface Mentions {
  readonly notes: readonly LedgerEntry[];
  /** The final invoices that deduct the document. */
  readonly deductions: readonly LedgerEntry[];
}

/** Finds these documents. @param replaced uuid of the rejected document that is about to be issued again */
export function mentionsOf(number: string, documents: EarlierDocuments, replaced?: string): Mentions {
  const spelling = foldNumberSpelling(number);
  const isSame = (spelled: string) => foldNumberSpelling(spelled) === spelling;
  const effective = (entries: LedgerEntry[]) =>
    [...new Map(entries.map((entry) => [entry.icv, entry])).values()].filter((entry) =>
      isEffective(entry, documents, replaced),
    );
  return {
    notes: effective(documents.correctedLike(isSame).flatMap((spelled) => documents.correctionsOf(spelled))),
    deductions: effective(
      documents.deductedLike(isSame).flatMap((spelled) => documents.deductionsOf(spelled)),
    ),
  };
}

/** Returns the references of a sale to the document of this number, in any spelling. */
export function referencesTo(number: string, { corrects = [], prepayments = [] }: Sale): Named[] {
  return [...corrects, ...prepayments].filter(
    (one) => foldNumberSpelling(one.number) === foldNumberSpelling(number),
  );
}

/** Returns the amount of an advance that a final invoice deducts, VAT included. */
export function deductedFrom(number: string, sale: Sale): Halalas {
  const prepayments = sale.prepayments?.filter(
    (one) => foldNumberSpelling(one.number) === foldNumberSpelling(number),
  );
  const lines = prepaymentLines({ ...sale, prepayments }, [], []);
  return sumHalalas(lines.map(({ taxable, vatAmount }) => taxable + vatAmount));
}

/**
 * Returns the sum by which notes and deductions change the amount of documents of other systems; negative if they
 * refund or deduct more. A debit note counts if it names no other document and the authority has accepted it.
 */
export function changeOf(numbers: readonly string[], mentions: readonly Mentions[]): Halalas {
  const notes = new Map(mentions.flatMap((each) => each.notes).map((entry) => [entry.icv, entry]));
  const credits = [...notes.values()].filter(({ kind }) => kind === 'creditNote');
  return (
    sumHalalas(debitsOf(numbers, mentions, 'accepted').map(worthOf)) -
    sumHalalas(credits.map(worthOf)) -
    sumHalalas(
      mentions.flatMap(({ deductions }, index) =>
        deductions.map(({ sale }) => deductedFrom(numbers[index] ?? '', sale)),
      ),
    )
  );
}

/** Returns the debit notes of this state that name these documents and no other. */
export function debitsOf(
  numbers: readonly string[],
  mentions: readonly Mentions[],
  state: 'accepted' | 'waiting' | 'rejected',
): LedgerEntry[] {
  const named = new Set(numbers.map(foldNumberSpelling));
  const notes = new Map(mentions.flatMap((each) => each.notes).map((entry) => [entry.icv, entry]));
  return [...notes.values()].filter(
    ({ kind, sale, submission }) =>
      kind === 'debitNote' &&
      (['accepted', 'rejected'].includes(submission.state) ? submission.state : 'waiting') === state &&
      sale.corrects?.every(({ number }) => named.has(foldNumberSpelling(number))) === true,
  );
}
