import { foldNumber } from '../../../shared/sale/document-number.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { halalasToText, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import {
  type EarlierDocuments,
  looksOwn,
  type OwnDocuments,
  timesOf,
  withCounterOf,
} from './earlier-documents.ts';
import { worthOf } from './law/money-left.ts';
import { refuse, refuseUntilAccepted } from './law/refuse.ts';
import {
  changeOf,
  debitsOf,
  deductedFrom,
  foldNumberSpelling,
  type Mentions,
  mentionsOf,
  type Named,
  referencesTo,
} from './mentions.ts';

/*
 * The documents of other systems that notes correct and final invoices deduct: only their declarations are known.
 */

/** Returns the documents that a sale names, each with its path. */
function namedIn({ corrects = [], prepayments = [] }: Sale): { path: (string | number)[]; named: Named }[] {
  return [
    ...corrects.map((named, index) => ({ path: ['corrects', index], named })),
    ...prepayments.map((named, index) => ({ path: ['prepayments', index], named })),
  ];
}

/**
 * Refuses a sale of the command line that names a document which neither the ledger knows nor the sale declares.
 * @throws FailureError `bad-input` `corrects-undeclared`
 */
export function limitCommandLine(sale: Sale, documents: OwnDocuments): void {
  refuseUndeclared(namedIn(sale), documents);
}

/** Refuses documents that nobody has declared. @throws FailureError `bad-input` `corrects-undeclared` */
function refuseUndeclared(
  named: readonly { path: (string | number)[]; named: Named }[],
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

/** Refuses a note that declares a document twice, in any spelling: it could be refunded twice. */
function refuseTwice(all: readonly { path: (string | number)[]; named: Named }[]): void {
  const declared = all.filter(({ named }) => named.otherSystem !== undefined);
  const numbers = declared.map(({ named }) => foldNumberSpelling(named.number));
  const again = declared.find((_, index) => numbers.indexOf(numbers[index] ?? '') < index);
  if (again !== undefined)
    refuse([...again.path, 'number'], 'corrects-twice', 'is named before: name each document once');
}

/**
 * Refuses a program's sale that names a document which neither the ledger knows nor the sale declares, or declares a
 * number of this terminal: such a number is probably mistyped. If it is from before the terminal was set up again, a
 * person can declare it on the command line.
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
 * Checks a note against the documents that it declares: all documents must declare the same facts about one, and credit
 * notes and deductions must not exceed its amount and its debit notes.
 * @param replaced uuid of the rejected note that this one replaces
 * @throws FailureError `bad-input` `corrects-undeclared`, `corrects-twice`, `number-spelling`, `declared-differs`, `debit-not-accepted`, `returned-too-much`
 */
export function limitDeclared(
  note: Sale,
  { totals }: Invoice,
  documents: EarlierDocuments,
  replaced?: string,
): void {
  const { corrects = [] } = note;
  if (corrects.every(({ otherSystem }) => otherSystem === undefined)) return;
  const all = namedIn({ ...note, prepayments: undefined });
  refuseUndeclared(all, documents);
  refuseTwice(all);
  const mentions = all.map((each) => readMentions(note, each, documents, replaced));
  if (note.kind !== 'creditNote') return;
  const declared = sumHalalas(corrects.map(({ otherSystem }) => roundToHalalas(otherSystem?.total ?? 0)));
  const numbers = corrects.map(({ number }) => number);
  const left = declared + changeOf(numbers, mentions);
  const above = totals.taxExclusive + totals.vat + (totals.rounding ?? 0) - left;
  if (above <= 0) return;
  const waiting = debitsOf(numbers, mentions, 'waiting');
  const [debit] = waiting;
  if (debit !== undefined && above <= sumHalalas(waiting.map(worthOf)))
    refuseUntilAccepted(debit.number, left);
  const limit = halalasToText(Math.max(0, left));
  refuse(['lines'], 'returned-too-much', `must be at most ${limit}`, { limit });
}

/**
 * Checks a final invoice against the advances of other systems that it declares: all documents must declare the same
 * facts about one, and deductions and credit notes must not exceed its amount.
 * @param replaced uuid of the rejected document that this one replaces
 * @throws FailureError `bad-input` `declared-own`, `number-spelling`, `declared-differs`, `advance-exceeded`
 */
export function limitDeclaredAdvances(sale: Sale, documents: EarlierDocuments, replaced?: string): void {
  for (const each of namedIn({ ...sale, corrects: undefined })) {
    const { path, named } = each;
    const { number, otherSystem } = named;
    if (otherSystem === undefined) continue;
    if (documents.getByNumber(number) !== undefined)
      refuse([...path, 'otherSystem'], 'declared-own', 'was issued by this terminal', { number });
    const mentions = readMentions(sale, each, documents, replaced);
    const left = roundToHalalas(otherSystem.total) + changeOf([number], [mentions]);
    if (deductedFrom(number, sale) <= left) continue;
    const limit = halalasToText(Math.max(0, left));
    refuse([...path, 'amounts'], 'advance-exceeded', `must be at most ${limit} in all`, { limit });
  }
}

/**
 * Keeps the declarations of a rejected document in the one that replaces it, because all later documents must agree
 * with them.
 * @returns the sale itself if nothing is missing
 */
export function keepDeclarations(sale: Sale, rejected: Sale): Sale {
  const declaredFor = ({ number, otherSystem }: Named) =>
    otherSystem === undefined
      ? referencesTo(number, rejected).find((one) => one.otherSystem !== undefined)?.otherSystem
      : undefined;
  const { corrects, prepayments } = sale;
  if (![...(corrects ?? []), ...(prepayments ?? [])].some(declaredFor)) return sale;
  const kept = <T extends Named>(named: T): T => {
    const otherSystem = declaredFor(named);
    return otherSystem === undefined ? named : { ...named, otherSystem };
  };
  return { ...sale, corrects: corrects?.map(kept), prepayments: prepayments?.map(kept) };
}

/** Compares a sale's declaration of a document with our own documents and with earlier declarations. */
function readMentions(
  sale: Sale,
  { path, named }: { path: (string | number)[]; named: Named },
  documents: EarlierDocuments,
  replaced?: string,
): Mentions {
  refuseOwnAnyhow(named, path, documents);
  const mentions = mentionsOf(named.number, documents, replaced);
  for (const entry of [...mentions.notes, ...mentions.deductions])
    refuseOtherDeclaration(sale, { path, named }, entry);
  return mentions;
}

/** Refuses a document of this terminal that is declared under a barely recognisable number, see `declaredOwn`. */
function refuseOwnAnyhow(named: Named, path: (string | number)[], documents: EarlierDocuments): void {
  const value = declaredOwn(named, path[0] === 'prepayments', documents)?.number;
  if (value !== undefined) refuse([...path, 'number'], 'number-spelling', `must be ${value}`, { value });
}

/**
 * Returns the document of this terminal that is declared as another system's under a barely recognisable number, such
 * as `INV T1-000035` or `000035`: the counter at its end, its date and its total identify it. Another till may have all
 * three too, so the number must not have a different prefix.
 */
export function declaredOwn(
  { number, issueDate, otherSystem }: Named,
  isAdvance: boolean,
  documents: Pick<EarlierDocuments, 'numberAt' | 'getByNumber'>,
): LedgerEntry | undefined {
  const ownNumber = withCounterOf(number, documents);
  const entry = ownNumber === undefined ? undefined : documents.getByNumber(ownNumber);
  if (ownNumber === undefined || entry === undefined || otherSystem === undefined) return undefined;
  const isKind = entry.kind === (isAdvance ? 'prepayment' : 'invoice');
  // If the clock was corrected twice, the date may be that of the first correction, which lies between.
  const [stated, right] = timesOf(entry);
  const isDated = issueDate !== undefined && issueDate >= right.date && issueDate <= stated.date;
  const isSame = isDated && worthOf(entry) === roundToHalalas(otherSystem.total);
  return isKind && isSame && isNearPrefix(number, ownNumber) ? entry : undefined;
}

/** Returns true for a number whose letters before the counter are part of this terminal's prefix, or end with it. */
function isNearPrefix(number: string, ownNumber: string): boolean {
  const [mine, prefix] = [number, ownNumber].map((each) =>
    inLookalikes(foldNumber(each))
      .replace(/[^\p{L}\p{N}]*\d+$/u, '')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  return mine !== undefined && prefix !== undefined && (prefix.endsWith(mine) || mine.endsWith(prefix));
}

/** Letters that look like others and are typed or read in their place. */
const lookalikes: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: '0',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  I: '1',
  L: '1',
  O: '0',
  Q: '0',
  S: '5',
  Z: '2',
  B: '8',
};
const inLookalikes = (text: string): string =>
  [...text].map((letter) => lookalikes[letter] ?? letter).join('');

/** If each document could declare another total, date or currency, there would be no limit. */
function refuseOtherDeclaration(
  requested: Sale,
  { path, named }: { path: (string | number)[]; named: Named },
  { number, sale, currency }: LedgerEntry,
): void {
  if (named.otherSystem === undefined) return;
  const differs = (field: (string | number)[], value: string) =>
    refuse(field, 'declared-differs', `must be ${value}, as ${number} declared`, { number, value });
  if ((requested.currency ?? 'SAR') !== currency) differs(['currency'], currency);
  // A manager's document need not declare anything.
  const before = referencesTo(named.number, sale).find((one) => one.otherSystem !== undefined);
  if (before?.otherSystem === undefined) return;
  if (roundToHalalas(before.otherSystem.total) !== roundToHalalas(named.otherSystem.total))
    differs([...path, 'otherSystem', 'total'], before.otherSystem.total);
  if (before.issueDate !== undefined && before.issueDate !== named.issueDate)
    differs([...path, 'issueDate'], before.issueDate);
}
