import { foldNumber } from '../../shared/document-number.ts';
import type { Issue } from '../../shared/failure.ts';
import type { Documents } from '../ledger/documents.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { riyadhDateTime } from '../platform/riyadh-time.ts';
import { refuse } from './refuse.ts';
import type { NoteDocuments } from './returns/effective-notes.ts';

/** The earlier documents that a new one is checked against. */
export type EarlierDocuments = NoteDocuments &
  Pick<Documents, 'get' | 'getByNumber' | 'numberAt' | 'deductionsOf' | 'correctedLike'>;

/** The documents of one terminal, whose numbers begin with its prefix. */
export interface OwnDocuments extends EarlierDocuments {
  readonly numberPrefix: string;
}

/** A reference to an earlier document in a sale. */
interface Reference {
  readonly number: string;
  readonly uuid?: string | undefined;
  readonly issueDate?: string | undefined;
}

/**
 * Finds the document of this terminal that a sale names.
 * @returns undefined for a document of another system
 * @throws FailureError `bad-input` if number, UUID and date do not belong together, or the number is a misspelt one of
 * this terminal: a misspelling must not turn our document into another system's, which is not checked
 */
export function findNamed(
  { number, uuid, issueDate }: Reference,
  path: Issue['path'],
  documents: EarlierDocuments,
): LedgerEntry | undefined {
  const entry = documents.getByNumber(number);
  if (entry === undefined) {
    const meant = spelledHere(number, documents) ?? (uuid && documents.get(uuid.toLowerCase())?.number);
    if (meant !== undefined)
      refuse([...path, 'number'], 'number-spelling', `must be ${meant}`, { value: meant });
    return undefined;
  }
  if (uuid !== undefined && uuid.toLowerCase() !== entry.uuid)
    refuse([...path, 'uuid'], 'differs-from-document', `must be ${entry.uuid}, as of ${entry.number}`, {
      number: entry.number,
      value: entry.uuid,
    });
  const { date } = riyadhDateTime(entry.issuedAt);
  if (issueDate !== undefined && issueDate !== date)
    refuse([...path, 'issueDate'], 'differs-from-document', `must be ${date}, as of ${entry.number}`, {
      number: entry.number,
      value: date,
    });
  return entry;
}

/** True for a number of this terminal's form, in whatever spelling. */
export function looksOwn(number: string, { numberPrefix }: Pick<OwnDocuments, 'numberPrefix'>): boolean {
  return foldNumber(number).startsWith(`${foldNumber(numberPrefix)}-`);
}

/**
 * Returns the number of this terminal that this is another spelling of: in other letters, digits, dashes or invisible
 * characters, with more or fewer zeros, or without its dash.
 */
function spelledHere(number: string, documents: EarlierDocuments): string | undefined {
  const folded = foldNumber(number);
  const [, prefix, digits = folded.slice(-shortestCounter)] = /^(.*)-0*(\d{1,15})$/.exec(folded) ?? [];
  const own = /^\d+$/.test(digits) ? documents.numberAt(Number(digits)) : undefined;
  if (own === undefined) return undefined;
  const isSame =
    prefix === undefined
      ? !folded.includes('-') && lettersOf(own) === lettersOf(folded)
      : foldNumber(own) === `${prefix}-${digits.padStart(shortestCounter, '0')}`;
  return isSame ? own : undefined;
}

/** Digits of a counter in a number, zeros in front included. */
const shortestCounter = 6;

const lettersOf = (number: string): string => foldNumber(number).replace(/[^\p{L}\p{N}]/gu, '');
