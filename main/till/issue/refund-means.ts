import type { Sale } from '../../../shared/sale/sale.ts';
import { type Halalas, halalasToExact, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { isEffective, readHistory } from '../../books/corrections/read-history.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { paymentsOf } from './payments.ts';

/** The documents with which a note's money is compared. */
export type PaidDocuments = Pick<
  Ledger['documents'],
  'getByNumber' | 'correctionsOf' | 'deductionsOf' | 'replaces' | 'replacedBy'
>;

type ByMeans = Map<string, Halalas>;

/**
 * Returns true when a note gives back more by one means of payment than was paid by that means: for instance cash for
 * an amount that the buyer still owes, or that a card paid. Earlier notes count; what goes into an exchange does not
 * leave the till. A part of unknown amount is ignored.
 * @param payable amount due of the note
 * @param replaced uuid of the note that this one replaces
 */
export function isRepaidOtherwise(
  note: Sale,
  payable: Halalas,
  documents: PaidDocuments,
  replaced?: string,
): boolean {
  const numbers = (note.corrects ?? []).map(({ number }) => number);
  const sold = numbers.flatMap((number) => documents.getByNumber(number) ?? []);
  // The means of payment of another system's documents are unknown.
  if (sold.length !== numbers.length) return false;
  const left: ByMeans = new Map();
  for (const { sale, payable: due } of sold) count(left, paymentsOf(sale, due));
  for (const entry of notesOf(note, documents, replaced))
    count(left, paymentsOf(entry.sale, entry.payable), -1);
  return paymentsOf(note, payable).some(
    ({ means, amount = 0 }) => means !== 'exchange' && amount > (left.get(means) ?? 0),
  );
}

/**
 * Returns the credit notes that gave money back for the documents that a note corrects. A note that the authority
 * rejected counts until another replaces it, because the customer has the money.
 * @param replaced uuid of the note that this one replaces
 */
export function notesOf(
  { corrects = [] }: Pick<Sale, 'corrects'>,
  documents: PaidDocuments,
  replaced?: string,
): LedgerEntry[] {
  const notes = corrects.flatMap(({ number }) => {
    const entry = documents.getByNumber(number);
    if (entry !== undefined) return readHistory(entry, documents, replaced).notes;
    // This is a document of another system.
    return documents.correctionsOf(number).filter((note) => isEffective(note, documents, replaced));
  });
  // A note may correct several of the documents.
  const distinct = new Map(notes.map((each) => [each.uuid, each]));
  return [...distinct.values()].filter(({ kind }) => kind === 'creditNote');
}

/**
 * Returns true when a correction moves money. A note does so if it gives back more by one means than the rejected note,
 * or pays for less of its exchange's goods. A sale does so if it takes less by one means than its smaller total
 * explains.
 * @param payable amount due of the correction
 * @param rejected the document that it replaces, of the same kind
 */
export function movesMoney(sale: Sale, payable: Halalas, rejected: LedgerEntry): boolean {
  if ((sale.currency ?? 'SAR') !== rejected.currency) return true;
  const [now, before]: [ByMeans, ByMeans] = [new Map(), new Map()];
  count(now, paymentsOf(sale, payable));
  count(before, paymentsOf(rejected.sale, rejected.payable));
  const isNote = sale.kind === 'creditNote';
  if (isNote && (now.get('exchange') ?? 0) < (before.get('exchange') ?? 0)) return true;
  const [less, more] = isNote ? [before, now] : [now, before];
  const allowed = isNote ? 0 : Math.max(0, rejected.payable - payable);
  return [...more].some(([means, amount]) => amount - (less.get(means) ?? 0) > allowed);
}

/**
 * Returns the money, in riyals, that a sale gives back because it is issued again for less: what was paid before less
 * what is paid now. A part on account was never paid.
 * @param payable amount due of the correction
 * @param rejected the document that it replaces
 */
export function moneyGivenBack(sale: Sale, payable: Halalas, rejected: LedgerEntry): Halalas {
  const before = inRiyals(paidOf(rejected.sale, rejected.payable), rejected.sale);
  return Math.max(0, before - inRiyals(paidOf(sale, payable), sale));
}

/** Returns the money, in riyals, that a sale and those before it gave back because they were issued again for less. */
export function givenBackBefore(
  { uuid, sale, payable }: LedgerEntry,
  documents: Pick<PaidDocuments, 'replaces'>,
): Halalas {
  const before = documents.replaces(uuid);
  if (before === undefined || sale.kind === 'creditNote') return 0;
  return moneyGivenBack(sale, payable, before) + givenBackBefore(before, documents);
}

/**
 * Returns the money that moves when a document is issued again: what the customer pays, or gets back if it is negative.
 * @returns undefined for documents in different currencies
 */
export function moneyMoved(entry: LedgerEntry, rejected: LedgerEntry): Halalas | undefined {
  if (entry.currency !== rejected.currency) return undefined;
  const more = paidOf(entry.sale, entry.payable) - paidOf(rejected.sale, rejected.payable);
  const isPaidBack = (entry.kind === 'creditNote') !== (entry.sale.special?.selfBilled === true);
  return isPaidBack ? 0 - more : more;
}

function paidOf(sale: Sale, payable: Halalas): Halalas {
  const onAccount = paymentsOf(sale, payable).filter(({ means }) => means === 'onAccount');
  return payable - sumHalalas(onAccount.map(({ amount = payable }) => amount));
}

/** Converts an amount to riyals, in which limits are set. */
export const inRiyals = (amount: Halalas, { exchangeRate }: Pick<Sale, 'exchangeRate'>): Halalas =>
  exchangeRate === undefined ? amount : roundToHalalas(halalasToExact(amount).times(exchangeRate));

/** Adds up payments; a payment of unknown amount counts as larger than any other. */
function count(sums: ByMeans, payments: ReturnType<typeof paymentsOf>, sign: 1 | -1 = 1): void {
  for (const { means, amount = Number.NaN } of payments)
    sums.set(means, (sums.get(means) ?? 0) + sign * amount);
}
