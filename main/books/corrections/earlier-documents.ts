import type { Issue } from '../../../shared/failure.ts';
import { foldNumber } from '../../../shared/sale/document-number.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { Documents } from '../ledger/documents/documents.ts';
import { countedAt, type LedgerEntry } from '../ledger/documents/entry.ts';
import { refuse } from './law/refuse.ts';
import { withoutPrefixWords } from './prefix-words.ts';
import type { NoteDocuments } from './read-history.ts';

/** The earlier documents that a new one is checked against. */
export type EarlierDocuments = NoteDocuments &
  Pick<Documents, 'get' | 'getByNumber' | 'numberAt' | 'correctedLike' | 'deductedLike'>;

/** The documents of one terminal, whose numbers begin with its prefix. */
export interface OwnDocuments extends EarlierDocuments {
  readonly numberPrefix: string;
  /** Returns true for a document that is part of an open step at the card terminal, whose money may have moved already. */
  isReserved(number: string): boolean;
}

/** A reference of a sale to an earlier document, which it corrects or deducts. */
export type Named = Pick<
  NonNullable<Sale['corrects']>[number] | NonNullable<Sale['prepayments']>[number],
  'number' | 'issueDate' | 'otherSystem'
>;

interface Reference {
  readonly number: string;
  readonly uuid?: string | undefined;
  readonly issueDate?: string | undefined;
  readonly issueTime?: string | undefined;
}

/**
 * Finds the document of this terminal that a sale names.
 * @returns undefined for a document of another system
 * @throws FailureError `bad-input` if number, UUID, date and time do not belong together, or the number is a misspelt
 * number of this terminal. A misspelling must not turn our document into one of another system, which is not checked
 */
export function findNamed(
  { number, uuid, issueDate, issueTime }: Reference,
  path: Issue['path'],
  documents: EarlierDocuments,
): LedgerEntry | undefined {
  const entry = findByNumber(number, [...path, 'number'], documents, uuid);
  if (entry === undefined) return undefined;
  const differs = (field: string, value: string) =>
    refuse([...path, field], 'differs-from-document', `must be ${value}, as of ${entry.number}`, {
      number: entry.number,
      value,
    });
  if (uuid !== undefined && uuid.toLowerCase() !== entry.uuid) differs('uuid', entry.uuid);
  const [stated, right] = timesOf(entry);
  // If the clock was corrected twice, a document may be named with the true time of the first correction, which lies
  // between.
  if (issueDate !== undefined && (issueDate < right.date || issueDate > stated.date))
    differs('issueDate', stated.date);
  if (issueTime === undefined) return entry;
  const named = { date: issueDate ?? stated.date, time: issueTime };
  if (isBefore(named, right) || isBefore(stated, named)) differs('issueTime', stated.time);
  return entry;
}

/**
 * Finds the document of this terminal that has a number.
 * @returns undefined for a number of another system
 * @throws FailureError `bad-input` `number-spelling`
 */
export function findByNumber(
  number: string,
  path: Issue['path'],
  documents: EarlierDocuments,
  uuid?: string,
): LedgerEntry | undefined {
  const entry = documents.getByNumber(number);
  if (entry !== undefined) return entry;
  const meant = spelledHere(number, documents) ?? (uuid && documents.get(uuid.toLowerCase())?.number);
  if (meant !== undefined) refuse(path, 'number-spelling', `must be ${meant}`, { value: meant });
  return undefined;
}

type DateTime = ReturnType<typeof riyadhDateTime>;
const isBefore = (one: DateTime, other: DateTime): boolean =>
  one.date === other.date ? one.time < other.time : one.date < other.date;

/** Returns the date and time that a document states, and the true ones, which are not later. */
export function timesOf(entry: LedgerEntry) {
  return [riyadhDateTime(entry.issuedAt), riyadhDateTime(countedAt(entry))] as const;
}

/** Returns true for a number in this terminal's form, in any spelling. */
export function looksOwn(number: string, { numberPrefix }: Pick<OwnDocuments, 'numberPrefix'>): boolean {
  return spellingsOf(number).some((folded) => {
    const [, prefix = ''] = /^(.*)-\d+$/.exec(folded) ?? [];
    return folded.startsWith(`${foldNumber(numberPrefix)}-`) || lettersOf(prefix) === lettersOf(numberPrefix);
  });
}

/** A number as it is written, and without the words before it, which may also be this terminal's own prefix. */
const spellingsOf = (number: string): string[] => [foldNumber(number), withoutPrefixWords(number)];

/**
 * Refuses a number in this terminal's form that it has not issued: it is mistyped, or belongs to a document to come, and
 * nothing would limit the refund. Only a declared document that is older than this ledger can be another system's,
 * because the shop had the same prefix there.
 * @throws FailureError `bad-input` `corrects-unknown`
 */
export function refuseUnissued(
  { number, issueDate, otherSystem }: Named,
  path: Issue['path'],
  documents: OwnDocuments,
): void {
  if (!looksOwn(number, documents)) return;
  if (otherSystem === undefined || issueDate === undefined)
    refuse([...path, 'number'], 'corrects-unknown', 'is no document of this terminal');
  const first = documents.getByNumber(documents.numberAt(1) ?? '');
  if (first === undefined) return;
  const limit = timesOf(first)[1].date;
  if (issueDate >= limit)
    refuse(
      [...path, 'number'],
      'corrects-unissued',
      `is no document of this terminal, and one of another system only if it is from before ${limit}`,
      { limit },
    );
}

/**
 * Returns the number of this terminal that was meant by another spelling: with other letters, digits, dashes or
 * invisible characters, more or fewer zeros, other signs around it, or without the dash.
 */
export function spelledHere(
  number: string,
  documents: Pick<EarlierDocuments, 'numberAt'>,
): string | undefined {
  const ownNumber = withCounterOf(number, documents);
  if (ownNumber === undefined) return undefined;
  const isSame = spellingsOf(number).some((folded) => {
    const [, prefix] = /^(.*)-\d+$/.exec(folded) ?? [];
    return prefix === undefined
      ? !folded.includes('-') && lettersOf(ownNumber) === lettersOf(folded)
      : lettersOf(ownNumber.slice(0, ownNumber.lastIndexOf('-'))) === lettersOf(prefix);
  });
  return isSame ? ownNumber : undefined;
}

/** Returns the number of this terminal with the counter at the end of a number, with anything before it. */
export function withCounterOf(
  number: string,
  documents: Pick<EarlierDocuments, 'numberAt'>,
): string | undefined {
  const folded = foldNumber(number);
  const [, counted = folded.slice(-shortestCounter)] = /-0*(\d{1,15})$/.exec(folded) ?? [];
  return /^\d+$/.test(counted) ? documents.numberAt(Number(counted)) : undefined;
}

/** The number of digits of a counter in a number, leading zeros included. */
const shortestCounter = 6;

const lettersOf = (number: string): string => foldNumber(number).replace(/[^\p{L}\p{N}]/gu, '');
