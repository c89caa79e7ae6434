import { FailureError } from '../../../shared/failure.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { countedAt, type LedgerEntry } from '../ledger/documents/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { refuse } from './law/refuse.ts';
import { refuseOtherCustomer } from './law/same-terms.ts';
import { readHistory } from './read-history.ts';

/**
 * Checks that an accepted sale may stand for a rejected one, though it was issued by itself: the shop rang the sale
 * again by hand.
 * @param now milliseconds since 1970
 * @throws FailureError `bad-input` with the reason, at `accepted`
 */
export function refuseOtherStandIn(
  accepted: LedgerEntry,
  rejected: LedgerEntry,
  { documents, standIns, now }: Pick<Ledger, 'documents' | 'standIns'> & { readonly now: number },
): void {
  const { number } = accepted;
  const no = (code: string, message: string, params: Readonly<Record<string, string>> = {}): never =>
    refuse(['accepted'], code, message, { number, ...params });
  if (rejected.sale.corrects !== undefined)
    no('stand-in-note', `cannot stand for a note: issue ${rejected.number} again`, {
      value: rejected.number,
    });
  if (accepted.submission.state !== 'accepted')
    no('stand-in-not-accepted', 'is not accepted by the authority');
  if (accepted.icv < rejected.icv) no('stand-in-earlier', `is earlier than ${rejected.number}`);
  const other = documents.replaces(accepted.uuid)?.number;
  if (other !== undefined) no('stand-in-taken', `stands for ${other}`, { value: other });
  const limit = halalasToText(rejected.payable);
  if (accepted.kind !== rejected.kind || accepted.payable !== rejected.payable)
    no('stand-in-differs', `is of another kind or total than ${rejected.number}`, { limit });
  if (isForOther(accepted, rejected))
    no('stand-in-customer', `is for another customer than ${rejected.number}`);
  const { notes, deductions } = readHistory(rejected, documents);
  const [named] = [...notes, ...deductions];
  if (named !== undefined)
    no('stand-in-named', `${named.number} names ${rejected.number}`, { value: named.number });
  const monthOf = (at: number) => riyadhDateTime(at).date.slice(0, 7);
  if (standIns.isClosed(accepted.icv) || monthOf(countedAt(accepted)) !== monthOf(now))
    no('stand-in-closed', 'is in books that are closed');
}

function isForOther(accepted: LedgerEntry, rejected: LedgerEntry): boolean {
  try {
    refuseOtherCustomer(accepted.sale, rejected);
    return false;
  } catch (error) {
    if (error instanceof FailureError) return true;
    throw error;
  }
}
