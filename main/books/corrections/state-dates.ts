import type { Sale, SalePrepayment } from '../../../shared/sale/sale.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { countedAt, type LedgerEntry } from '../ledger/documents/entry.ts';
import type { NamedAdvances } from './advances.ts';

/*
 * A document that was issued while the clock was ahead keeps its date, which may still be in the future. The authority
 * rejects every document with such a date, also where it is the date of an earlier document (BR-KSA-04). Without another
 * way to name it, its goods could not come back until that day.
 */

interface NamedDocuments {
  /** The documents that it corrects; all of them, or none. */
  readonly originals: readonly LedgerEntry[];
  readonly advances: NamedAdvances;
}

/**
 * States the date of each named document as it is on that document. If that day is still in the future, a note leaves
 * the date out, because it is optional there; a deduction states the true time, because it needs one (BR-KSA-73).
 * @param issuedAt the time at which the sale is issued, in milliseconds since 1970
 * @returns the sale itself if nothing changes
 */
export function stateDates<T extends Sale>(
  sale: T,
  { originals, advances }: NamedDocuments,
  issuedAt: number,
): T {
  const today = riyadhDateTime(issuedAt).date;
  const corrects = sale.corrects?.map((named, index) => asCorrected(named, originals[index], today));
  const prepayments = sale.prepayments?.map((named, index) =>
    asDeducted(named, advances.get(index)?.entry, today),
  );
  const isSame =
    corrects?.every((named, index) => named === sale.corrects?.[index]) !== false &&
    prepayments?.every((named, index) => named === sale.prepayments?.[index]) !== false;
  return isSame ? sale : { ...sale, ...(corrects && { corrects }), ...(prepayments && { prepayments }) };
}

type Corrected = NonNullable<Sale['corrects']>[number];

function asCorrected(named: Corrected, entry: LedgerEntry | undefined, today: string): Corrected {
  const { issueDate: statedDate, ...undated } = named;
  if (statedDate === undefined || entry === undefined) return named;
  const { date } = riyadhDateTime(entry.issuedAt);
  if (date > today) return undated;
  return date === statedDate ? named : { ...named, issueDate: date };
}

function asDeducted(named: SalePrepayment, entry: LedgerEntry | undefined, today: string): SalePrepayment {
  if (entry === undefined) return named;
  const stated = riyadhDateTime(entry.issuedAt);
  const { date, time } = stated.date > today ? riyadhDateTime(countedAt(entry)) : stated;
  const isSame = named.issueDate === date && named.issueTime === time;
  return isSame ? named : { ...named, issueDate: date, issueTime: time };
}
