import { foldNumber } from '../../../shared/sale/document-number.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { halalasToText, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import type { Invoice } from '../../document/invoice/invoice.ts';
import type { LedgerEntry } from '../ledger/documents/entry.ts';
import {
  type EarlierDocuments,
  type Named,
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
  referencesTo,
} from './mentions.ts';
import { withoutPrefixWords } from './prefix-words.ts';
import { isEffective } from './read-history.ts';

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
 * Refuses a sale of a program or the command line that names a document which neither the ledger knows nor the sale
 * declares.
 * @throws FailureError `bad-input` `corrects-undeclared`
 */
export function limitProgram(sale: Sale, documents: OwnDocuments): void {
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
  const again = declared.find(({ named }, index) =>
    declared
      .slice(0, index)
      .some((one) => isSpelledAlike(one.named, named) || isDeclaredAlike(one.named, named)),
  );
  if (again !== undefined)
    refuse([...again.path, 'number'], 'corrects-twice', 'is named before: name each document once');
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
  refuseOtherWords(sale, { path, named }, documents, replaced);
  const mentions = mentionsOf(named.number, documents, replaced);
  for (const entry of [...mentions.notes, ...mentions.deductions])
    refuseOtherDeclaration(sale, { path, named }, entry);
  return mentions;
}

const isSpelledAlike = (one: Named, other: Named): boolean =>
  foldNumberSpelling(one.number) === foldNumberSpelling(other.number);

/** Returns true for declarations of the same number, except for the words before it, of the same day and total. */
const isDeclaredAlike = (one: Named, other: Named): boolean =>
  one.otherSystem !== undefined &&
  other.otherSystem !== undefined &&
  one.issueDate === other.issueDate &&
  roundToHalalas(one.otherSystem.total) === roundToHalalas(other.otherSystem.total) &&
  bareNumber(one.number) === bareNumber(other.number);

const bareNumber = (number: string): string => foldNumberSpelling(withoutPrefixWords(number));

/** Refuses a document that was declared with other words before its number: it would get a second limit. */
function refuseOtherWords(
  { corrects = [], prepayments = [] }: Sale,
  { path, named }: { path: (string | number)[]; named: Named },
  documents: EarlierDocuments,
  replaced?: string,
): void {
  const bare = bareNumber(named.number);
  const isOther = (number: string) => bareNumber(number) === bare && !isSpelledAlike({ number }, named);
  const earlier = [
    ...documents.correctedLike(isOther).flatMap((number) => documents.correctionsOf(number)),
    ...documents.deductedLike(isOther).flatMap((number) => documents.deductionsOf(number)),
  ]
    .filter((entry) => isEffective(entry, documents, replaced))
    .flatMap(({ sale }) => [...(sale.corrects ?? []), ...(sale.prepayments ?? [])]);
  const here = [...corrects, ...prepayments];
  const before = [...earlier, ...here.slice(0, here.indexOf(named as (typeof here)[number]))].find(
    (one) => !isSpelledAlike(one, named) && isDeclaredAlike(one, named),
  );
  if (before !== undefined)
    refuse([...path, 'number'], 'number-spelling', `must be ${before.number}`, { value: before.number });
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
  const ownNumber = withCounterOf(number, documents) ?? withCounterOf(withoutPrefixWords(number), documents);
  const entry = ownNumber === undefined ? undefined : documents.getByNumber(ownNumber);
  if (ownNumber === undefined || entry === undefined || otherSystem === undefined) return undefined;
  const isKind = entry.kind === (isAdvance ? 'prepayment' : 'invoice');
  // If the clock was corrected twice, the date may be that of the first correction, which lies between.
  const [stated, right] = timesOf(entry);
  const isDated = issueDate !== undefined && issueDate >= right.date && issueDate <= stated.date;
  const isSame = isDated && worthOf(entry) === roundToHalalas(otherSystem.total);
  return isKind && isSame && isNearPrefix(withoutPrefixWords(number), ownNumber) ? entry : undefined;
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
