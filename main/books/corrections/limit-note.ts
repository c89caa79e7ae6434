import type { Issue } from '../../../shared/failure.ts';
import { type Sale, saleLimits } from '../../../shared/sale/sale.ts';
import {
  type Halalas,
  halalasToExact,
  halalasToText,
  roundToHalalas,
  sumHalalas,
} from '../../../shared/values/money.ts';
import { readBasket } from '../../document/invoice/amounts/basket.ts';
import { type SettleTax, type Tax, type TaxRow, taxOf } from '../../document/invoice/amounts/group-tax.ts';
import type { VatGroup } from '../../document/invoice/amounts/vat-groups.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import { refuseDeducted } from './advances.ts';
import { findNamed, looksOwn, type OwnDocuments, refuseUnissued, spelledHere } from './earlier-documents.ts';
import { documentTaxes, joinRows, keyOf } from './law/document-taxes.ts';
import { countReturns, isReturn } from './law/goods-left.ts';
import { creditNotesOf, type History, isRejected } from './law/history.ts';
import { type Left, whatIsLeft, worthOf } from './law/money-left.ts';
import { limitLines } from './law/note-lines.ts';
import { refuse, refuseUntilAccepted } from './law/refuse.ts';
import { refuseOtherTerms } from './law/same-terms.ts';
import { settleReturn } from './law/settle-return.ts';
import { settleTax } from './law/settle-tax.ts';
import { roundingOf } from './law/sold-goods.ts';
import { readHistory } from './read-history.ts';

/** The invoices of this terminal that a credit note refunds. */
export interface NamedInvoices {
  /** The remainder of the invoices before the note. */
  readonly left: Left;
  /** Present if the note's VAT differs from its rates, so that the rest can be refunded to the hundredth. */
  readonly settle: SettleTax | undefined;
}

/**
 * Checks a credit or debit note against its invoices and the lines that it names.
 *
 * Other systems' documents are unknown, so notes for them alone are not checked. A note for such a document together
 * with one of ours is refused, because the share of each would be unknown; two separate notes have no such problem.
 * @param originals see `originalsOf`
 * @returns undefined if nothing of this terminal's invoices is refunded
 * @throws FailureError `bad-input`
 */
export function findInvoices(note: Sale, originals: readonly History[]): NamedInvoices | undefined {
  const [original] = originals;
  if (original === undefined) return undefined;
  for (const { document } of originals) refuseOtherTerms(note, document);
  const sold = original.document.sale;
  const remaining = originals.length > 1 ? undefined : countReturns(sold, creditNotesOf(original));
  if (remaining === undefined) refuseLinesOfSeveral(note);
  else limitLines(note, sold, remaining);
  if (note.kind !== 'creditNote') return undefined;
  const left = whatIsLeft(originals);
  // Of an advance, deductions take a part as well.
  const isOfGoods = original.document.kind === 'invoice' && remaining && isReturn(note, remaining);
  const ofReturn = isOfGoods ? settleReturn(note, sold, remaining) : undefined;
  return { left, settle: ofReturn ?? settleNote(note, left) };
}

/** Rules BR-CO-17 and BR-S-09 let the VAT of a row differ from its rate by a hundredth for each line. */
function settleNote(note: Sale, { taxes, worth, credits }: Left): SettleTax | undefined {
  const { prices } = note;
  const groups = readBasket(note);
  const paidBack = sumHalalas(groups.map(({ amount }) => amount)) + roundingOf(note);
  // Each document may round by a hundredth at each rate, and its payable amount compensates for all of them together.
  const roundings = (credits.length + 1) * groups.filter(({ rate }) => rate.category === 'S').length;
  const settle: SettleTax = (group, byRate) => {
    if (group.rate.category !== 'S') return byRate;
    const { amount, rate, lines } = group;
    const tolerance = Math.max(1, lines.length);
    const slack = paidBack === worth ? roundings : 0;
    return settleTax({ amount, prices, rate, byRate, tolerance, slack }, taxes.of(rate));
  };
  const isOther = (group: VatGroup) => {
    const byRate = taxOf(note, group);
    const { taxable, vatAmount } = settle(group, byRate);
    return taxable !== byRate.taxable || vatAmount !== byRate.vatAmount;
  };
  return groups.some(isOther) ? settle : undefined;
}

/**
 * Checks the refund of a credit note against the remainder of its invoices: at each VAT category and rate, and in
 * total.
 * @returns the note with its VAT in riyals, of which all notes of an invoice together refund exactly the stated amount
 * @throws FailureError `bad-input` `advance-deducted`, `debit-not-accepted`, `returned-too-much`, `vat-above-left`
 */
export function limitNote(note: Sale, invoice: Invoice, { left }: NamedInvoices): Invoice {
  const { totals, vatBreakdown } = invoice;
  const total = totals.taxExclusive + totals.vat + (totals.rounding ?? 0);
  refuseAboveLeft(note, { total, rows: vatBreakdown }, left);
  const settled = vatInSar(invoice, left);
  return settled === totals.vatInSar ? invoice : { ...invoice, totals: { ...totals, vatInSar: settled } };
}

/** Checks a draft of a note as `limitNote` checks its document, so that whatever is drafted can be issued. */
export function limitDraft(note: Sale, { left, settle }: NamedInvoices): void {
  const groups = readBasket(note);
  const rows = groups.map((group) => {
    const byRate = taxOf(note, group);
    return { ...group.rate, ...(settle?.(group, byRate) ?? byRate) };
  });
  const amounts = note.prices === 'includeVat' ? groups.map(({ amount }) => amount) : rows.map(grossOf);
  refuseAboveLeft(note, { total: sumHalalas(amounts) + roundingOf(note), rows }, left);
}

/** The total of a note before prepayments, and its VAT breakdown. */
interface Taken {
  readonly total: Halalas;
  readonly rows: readonly TaxRow[];
}

/**
 * Returns the documents of this terminal that a note corrects; none if it corrects only other systems' documents.
 * @param replaced uuid of the rejected note that this one replaces
 * @throws FailureError `bad-input` `corrects-unknown`, or another issue if the documents cannot be corrected like this
 */
export function originalsOf(note: Sale, documents: OwnDocuments, replaced?: string): History[] {
  const named = (note.corrects ?? []).map((reference, index) => {
    const entry = findNamed(reference, ['corrects', index], documents);
    refuseMistaken(reference, entry, index, documents);
    return entry;
  });
  if (named.every((entry) => entry === undefined)) return [];
  return named.map((entry, index) => {
    const path = ['corrects', index, 'number'];
    if (entry === undefined)
      return refuse(
        path,
        'corrects-mixed',
        'is not of this terminal, as others are: correct it by a note of its own',
      );
    if (entry.kind === 'creditNote' || entry.kind === 'debitNote')
      refuse(path, 'corrects-note', 'is a note itself: name the invoice that it corrects');
    const history = readHistory(entry, documents, replaced);
    if (!documents.isReserved(entry.number)) refuseRejected(history, path);
    return history;
  });
}

/**
 * Refuses to correct or deduct a document that the authority rejected: what corrects it would stand on nothing. Only a
 * document for which money moved at the card terminal before the rejection was known is still issued.
 * @throws FailureError `bad-input` `return-of-replaced`, `corrects-rejected`
 */
export function refuseRejected(history: History, path: Issue['path']): void {
  const { document, replacedBy } = history;
  if (replacedBy !== undefined)
    refuse(path, 'return-of-replaced', `was issued again as ${replacedBy.number}`, {
      number: replacedBy.number,
    });
  if (isRejected(history))
    refuse(path, 'corrects-rejected', 'was rejected by the authority: issue it again first', {
      number: document.number,
    });
}

/**
 * Refuses a number of this terminal that is mistyped, several at once, or declared as another system's.
 */
function refuseMistaken(
  named: NonNullable<Sale['corrects']>[number],
  entry: LedgerEntry | undefined,
  index: number,
  documents: OwnDocuments,
): void {
  const { number, otherSystem } = named;
  if (entry !== undefined && otherSystem !== undefined)
    refuse(['corrects', index, 'otherSystem'], 'declared-own', 'was issued by this terminal', { number });
  if (entry === undefined && namesSeveral(number, documents)) {
    const limit = saleLimits.corrects;
    refuse(['corrects', index, 'number'], 'corrects-range', `must be one number: name each, up to ${limit}`, {
      limit,
    });
  }
  if (entry === undefined) refuseUnissued(named, ['corrects', index], documents);
}

/** Returns true for a range or a list of numbers of this terminal, in Arabic or English. */
function namesSeveral(number: string, documents: OwnDocuments): boolean {
  const parts = number
    .split(/\s*(?:\bto\b|\u0625\u0644\u0649|\u0627\u0644\u0649|[,\u060c;\u061b+&/]|\.{2,}|…|[–—]|\s-|\s)\s*/u)
    .filter((part) => /\p{N}/u.test(part));
  const [first = '', ...others] = parts;
  return others.length > 0 && (looksOwn(first, documents) || spelledHere(first, documents) !== undefined);
}

function refuseLinesOfSeveral(note: Sale): void {
  const index = note.lines.findIndex(({ correctsLine }) => correctsLine !== undefined);
  if (index >= 0)
    refuse(
      ['lines', index, 'correctsLine'],
      'corrects-line-ambiguous',
      'needs one corrected invoice, not several',
    );
}

function refuseAboveLeft(note: Sale, taken: Taken, left: Left): void {
  const { isAbove, row } = aboveOf(taken, left);
  if (!isAbove && row === undefined) return;
  refuseWhileWaiting(taken, left, isAbove || row === undefined ? left.worth : grossOf(left.taxes.of(row)));
  const limit = halalasToText(Math.max(0, left.worth));
  const [deduction] = left.deductions;
  if (deduction !== undefined) refuseDeducted(['corrects', 0, 'number'], deduction.number, limit);
  if (isAbove) refuse(['lines'], 'returned-too-much', `must be at most ${limit}`, { limit });
  if (row !== undefined) refuseVat(note, row, left.taxes.of(row));
}

/** Returns whether a note takes more than the total that is left, and the first row that takes more of its rate. */
function aboveOf({ total, rows }: Taken, { worth, taxes }: Pick<Left, 'worth' | 'taxes'>) {
  const row = joinRows(rows).find((one) => {
    const { taxable, vatAmount } = taxes.of(one);
    return one.taxable > taxable || one.vatAmount > vatAmount;
  });
  return { isAbove: total > worth, row };
}

const grossOf = ({ taxable, vatAmount }: Tax): Halalas => taxable + vatAmount;

/** Names a debit note that the authority has not answered, if the note would fit once it is accepted. */
function refuseWhileWaiting(taken: Taken, left: Left, most: Halalas): void {
  const [waiting] = left.waiting;
  if (waiting === undefined) return;
  const taxes = left.taxes.copy();
  for (const entry of left.waiting) taxes.add(documentTaxes(entry));
  const worth = left.worth + sumHalalas(left.waiting.map(worthOf));
  const { isAbove, row } = aboveOf(taken, { taxes, worth });
  if (!isAbove && row === undefined) refuseUntilAccepted(waiting.number, most);
}

function refuseVat(note: Sale, { category, rate }: TaxRow, left: Tax): never {
  const limit = halalasToText(Math.max(0, left.taxable));
  const value = halalasToText(Math.max(0, left.vatAmount));
  const line = note.lines.findIndex(({ vat }) => keyOf(vat) === keyOf({ category, rate }));
  return refuse(
    line < 0 ? ['charges'] : ['lines', line, 'vat'],
    'vat-above-left',
    `must come to at most ${limit}, and ${value} VAT, at ${category} ${rate} %`,
    { category, rate, limit, value },
  );
}

/**
 * VAT in riyals is rounded on each document, so the notes' amounts need not add up to the invoice's. A note states the
 * difference between the remainders before and after it; the last one takes the rest. A deduction states no riyals, so
 * all deductions together are converted at the advance's own rate, which is the note's too.
 */
function vatInSar({ totals, exchangeRate }: Invoice, left: Left): Halalas {
  const byRate = totals.vatInSar;
  if (exchangeRate === undefined || totals.vat === 0) return byRate;
  const inSar = (vat: Halalas) => roundToHalalas(halalasToExact(vat).times(exchangeRate));
  const rest = left.taxes.vat - totals.vat;
  const most = riyalsLeft(left, exchangeRate);
  const difference = left.vatInSar - inSar(rest + left.deductedVat);
  // Only the last note takes what rounding left of the others.
  const wanted = rest <= 0 ? most : Math.min(Math.max(difference, byRate - 1), byRate + 1);
  return Math.max(0, Math.min(wanted, most));
}

/**
 * Returns the VAT in riyals that is left of documents in another currency.
 * @param exchangeRate riyals for one unit of the currency
 */
export const riyalsLeft = (
  { vatInSar: stated, deductedVat }: Pick<Left, 'vatInSar' | 'deductedVat'>,
  exchangeRate: Sale['exchangeRate'] & {},
): Halalas => stated - roundToHalalas(halalasToExact(deductedVat).times(exchangeRate));
