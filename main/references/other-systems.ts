import { foldNumber } from '../../shared/document-number.ts';
import { type Halalas, halalasToText, roundToHalalas, sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Invoice } from '../invoice/invoice.ts';
import { prepaymentLines } from '../invoice/prepayments.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import { type EarlierDocuments, looksOwn, type OwnDocuments, withCounterOf } from './earlier-documents.ts';
import { refuse } from './refuse.ts';
import { isEffective } from './returns/effective-notes.ts';
import { worthOf } from './what-is-left.ts';

/*
 * The documents of other systems that notes correct and final invoices deduct: nothing is known of them but what those
 * declare.
 */

type Reference = Pick<
  NonNullable<Sale['corrects']>[number] | NonNullable<Sale['prepayments']>[number],
  'number' | 'issueDate' | 'otherSystem'
>;

/** Returns the documents that a sale names, each with its path. */
function namedIn({
  corrects = [],
  prepayments = [],
}: Sale): { path: (string | number)[]; named: Reference }[] {
  return [
    ...corrects.map((named, index) => ({ path: ['corrects', index], named })),
    ...prepayments.map((named, index) => ({ path: ['prepayments', index], named })),
  ];
}

/** @throws FailureError `bad-input` `corrects-undeclared` */
function refuseUndeclared(
  named: readonly { path: (string | number)[]; named: Reference }[],
  documents: Pick<EarlierDocuments, 'getByNumber'>,
): void {
  const undeclared = named.find(
    ({ named: { number, otherSystem } }) =>
      otherSystem === undefined && documents.getByNumber(number) === undefined,
  );
  if (undeclared !== undefined)
    refuse(
      [...undeclared.path, 'otherSystem'],
      'corrects-undeclared',
      'is needed: it is not of this terminal',
    );
}

/**
 * Refuses a program's sale that names a document which neither the ledger knows nor the sale declares, or declares a
 * number of this terminal: it is more likely mistyped than from before the terminal was set up anew, which a person can
 * still declare on the command line.
 * @throws FailureError `bad-input` `corrects-undeclared`, `corrects-unknown`
 */
export function limitProgram(sale: Sale, documents: OwnDocuments): void {
  const all = namedIn(sale);
  refuseUndeclared(all, documents);
  const mistyped = all.find(
    ({ named: { number, otherSystem } }) => otherSystem !== undefined && looksOwn(number, documents),
  );
  if (mistyped !== undefined)
    refuse([...mistyped.path, 'number'], 'corrects-unknown', 'is no document of this terminal');
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
  refuseUndeclared(namedIn({ ...note, prepayments: undefined }), documents);
  const earlier = corrects.flatMap((reference, index) => {
    refuseOwnAnyhow(reference, ['corrects', index], documents);
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
 * Checks a final invoice against the advances of other systems that it declares: all final invoices declare the same
 * total of one, and deduct at most that together.
 * @param replaced uuid of the rejected document that this one replaces
 * @throws FailureError `bad-input` `declared-own`, `number-spelling`, `declared-differs`, `advance-exceeded`
 */
export function limitDeclaredAdvances(sale: Sale, documents: EarlierDocuments, replaced?: string): void {
  for (const [index, named] of (sale.prepayments ?? []).entries()) {
    const { number, otherSystem } = named;
    if (otherSystem === undefined) continue;
    const path = ['prepayments', index];
    if (documents.getByNumber(number) !== undefined)
      refuse([...path, 'otherSystem'], 'declared-own', 'was issued by this terminal', { number });
    refuseOwnAnyhow(named, path, documents);
    const earlier = deductionsOf(number, documents, replaced);
    const total = roundToHalalas(otherSystem.total);
    for (const { number: earlierNumber, sale: said } of earlier) {
      const before = advancesLike(number, said as Sale).find((one) => one.otherSystem !== undefined);
      if (before?.otherSystem === undefined || roundToHalalas(before.otherSystem.total) === total) continue;
      const value = before.otherSystem.total;
      refuse([...path, 'otherSystem', 'total'], 'declared-differs', `must be ${value}`, {
        number: earlierNumber,
        value,
      });
    }
    const deducted = sumHalalas(earlier.map((entry) => deductedFrom(number, entry.sale as Sale)));
    if (deductedFrom(number, sale) + deducted <= total) continue;
    const limit = halalasToText(Math.max(0, total - deducted));
    refuse([...path, 'amounts'], 'advance-exceeded', `must be at most ${limit} in all`, { limit });
  }
}

/** Returns the effective final invoices that deduct an advance, however they spell its number. */
function deductionsOf(number: string, documents: EarlierDocuments, replaced?: string): LedgerEntry[] {
  const folded = foldNumber(number);
  const found = documents
    .deductedLike((spelled) => foldNumber(spelled) === folded)
    .flatMap((spelled) => documents.deductionsOf(spelled))
    .filter((entry) => isEffective(entry, documents, replaced));
  return [...new Map(found.map((entry) => [entry.icv, entry])).values()];
}

const advancesLike = (number: string, { prepayments = [] }: Sale) =>
  prepayments.filter((one) => foldNumber(one.number) === foldNumber(number));

/** Returns the amount that a final invoice deducts of an advance, VAT included. */
function deductedFrom(number: string, sale: Sale): Halalas {
  const lines = prepaymentLines({ ...sale, prepayments: advancesLike(number, sale) }, [], []);
  return sumHalalas(lines.map(({ taxable, vatAmount }) => taxable + vatAmount));
}

/**
 * Refuses a document of this terminal that is declared under a number beyond recognition, `INV T1-000035` or `000035`:
 * the counter at its end, its date and its total give it away.
 */
function refuseOwnAnyhow(
  { number, issueDate, otherSystem }: Reference,
  path: (string | number)[],
  documents: EarlierDocuments,
): void {
  const own = withCounterOf(number, documents);
  const entry = own === undefined ? undefined : documents.getByNumber(own);
  if (own === undefined || entry === undefined || otherSystem === undefined) return;
  const isSame =
    riyadhDateTime(entry.issuedAt).date === issueDate && worthOf(entry) === roundToHalalas(otherSystem.total);
  if (isSame) refuse([...path, 'number'], 'number-spelling', `must be ${own}`, { value: own });
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
