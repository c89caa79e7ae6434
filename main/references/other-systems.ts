import { foldNumber } from '../../shared/document-number.ts';
import { type Halalas, halalasToText, roundToHalalas, sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Invoice } from '../invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import { type EarlierDocuments, looksOwn, type OwnDocuments, withCounterOf } from './earlier-documents.ts';
import { refuse } from './refuse.ts';
import { isEffective } from './returns/effective-notes.ts';
import { worthOf } from './what-is-left.ts';

/* The documents of other systems that notes correct: nothing is known of them but what the notes declare. */

type Reference = NonNullable<Sale['corrects']>[number];

/**
 * Refuses a note that names a document which neither the ledger knows nor the note declares.
 * @throws FailureError `bad-input` `corrects-undeclared`
 */
function refuseUndeclared({ corrects = [] }: Sale, documents: Pick<EarlierDocuments, 'getByNumber'>) {
  const index = corrects.findIndex(
    ({ number, otherSystem }) => otherSystem === undefined && documents.getByNumber(number) === undefined,
  );
  if (index >= 0)
    refuse(
      ['corrects', index, 'otherSystem'],
      'corrects-undeclared',
      'is needed: it is not of this terminal',
    );
}

/**
 * Refuses a program's note that names a document which neither the ledger knows nor the note declares, or declares a
 * number of this terminal: it is more likely mistyped than from before the terminal was set up anew, which a person can
 * still declare on the command line.
 * @throws FailureError `bad-input` `corrects-undeclared`, `corrects-unknown`
 */
export function limitProgram(note: Sale, documents: OwnDocuments): void {
  refuseUndeclared(note, documents);
  const index = (note.corrects ?? []).findIndex(
    ({ number, otherSystem }) => otherSystem !== undefined && looksOwn(number, documents),
  );
  if (index >= 0)
    refuse(['corrects', index, 'number'], 'corrects-unknown', 'is no document of this terminal');
}

/**
 * Checks a note against the documents that it declares: all notes on a document declare the same of it, and credit
 * notes reach at most that and its debit notes.
 * @param replaced uuid of the rejected note that this one replaces
 * @throws FailureError `bad-input` `corrects-undeclared`, `number-spelling`, `declared-differs`, `returned-too-much`
 */
export function limitDeclared(
  note: Sale,
  { totals }: Invoice,
  documents: EarlierDocuments,
  replaced?: string,
): void {
  const { corrects = [] } = note;
  if (corrects.every(({ otherSystem }) => otherSystem === undefined)) return;
  refuseUndeclared(note, documents);
  const earlier = corrects.flatMap((reference, index) => {
    refuseOwnAnyhow(reference, index, documents);
    const notes = notesOn(reference, documents, replaced);
    for (const each of notes) refuseOtherDeclaration(note, index, each);
    return notes;
  });
  if (note.kind !== 'creditNote') return;
  const left = leftOf(corrects, earlier);
  if (totals.taxExclusive + totals.vat + (totals.rounding ?? 0) <= left) return;
  const limit = halalasToText(Math.max(0, left));
  refuse(['lines'], 'returned-too-much', `must be at most ${limit}`, { limit });
}

/**
 * Refuses a document of this terminal that is declared under a number beyond recognition, `INV T1-000035` or `000035`:
 * the counter at its end, its date and its total give it away.
 */
function refuseOwnAnyhow(
  { number, issueDate, otherSystem }: Reference,
  index: number,
  documents: EarlierDocuments,
): void {
  const own = withCounterOf(number, documents);
  const entry = own === undefined ? undefined : documents.getByNumber(own);
  if (own === undefined || entry === undefined || otherSystem === undefined) return;
  const isSame =
    riyadhDateTime(entry.issuedAt).date === issueDate && worthOf(entry) === roundToHalalas(otherSystem.total);
  if (isSame) refuse(['corrects', index, 'number'], 'number-spelling', `must be ${own}`, { value: own });
}

/** Returns the effective notes on a document, however they spell its number. */
function notesOn({ number }: Reference, documents: EarlierDocuments, replaced?: string): LedgerEntry[] {
  const folded = foldNumber(number);
  return documents
    .correctedLike((spelled) => foldNumber(spelled) === folded)
    .flatMap((spelled) => documents.correctionsOf(spelled))
    .filter((entry) => isEffective(entry, documents, replaced));
}

/** Another total or date in each note would leave nothing of the limit. */
function refuseOtherDeclaration(note: Sale, index: number, { number, sale, currency }: LedgerEntry): void {
  const said = note.corrects?.[index];
  if (said?.otherSystem === undefined) return;
  const before = (sale as Sale).corrects?.find((one) => foldNumber(one.number) === foldNumber(said.number));
  const path = ['corrects', index];
  const differs = (field: (string | number)[], value: string) =>
    refuse(field, 'declared-differs', `must be ${value}, as ${number} declared`, { number, value });
  if ((note.currency ?? 'SAR') !== currency) differs(['currency'], currency);
  // A manager's note need not declare anything.
  if (before?.otherSystem === undefined) return;
  if (roundToHalalas(before.otherSystem.total) !== roundToHalalas(said.otherSystem.total))
    differs([...path, 'otherSystem', 'total'], before.otherSystem.total);
  if (before.issueDate !== undefined && before.issueDate !== said.issueDate)
    differs([...path, 'issueDate'], before.issueDate);
}

function leftOf(corrects: readonly Reference[], notes: readonly LedgerEntry[]): Halalas {
  const named = new Set(corrects.map(({ number }) => foldNumber(number)));
  const counts = ({ kind, sale, submission }: LedgerEntry) =>
    kind === 'creditNote' ||
    (submission.state !== 'rejected' &&
      (sale as Sale).corrects?.every(({ number }) => named.has(foldNumber(number))) === true);
  const each = [...new Map(notes.map((entry) => [entry.icv, entry])).values()].filter(counts);
  return (
    sumHalalas(corrects.map(({ otherSystem }) => roundToHalalas(otherSystem?.total ?? 0))) +
    sumHalalas(each.map((entry) => (entry.kind === 'creditNote' ? -1 : 1) * worthOf(entry)))
  );
}
