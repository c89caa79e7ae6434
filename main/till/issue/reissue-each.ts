import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../shared/actor.ts';
import { type Failure, type FailureCode, FailureError, fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { refuse } from '../../books/corrections/law/refuse.ts';
import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { amountDue } from '../../document/invoice/amount-due.ts';
import type { Issuer } from './issuer.ts';

export type Reissued = { readonly rejected: string } & (
  | { readonly entry: LedgerEntry; readonly existed: boolean }
  | { readonly failure: Failure }
);

type Documents = Pick<Ledger['documents'], 'get' | 'replacedBy'>;

/**
 * Issues rejected documents again, each by itself, so that one that is refused does not stop the others. The oldest is
 * first, because a note is about what stands for its invoice. One that was issued again before returns its successor,
 * so repeating an interrupted call issues none twice.
 * @param rejected their uuids
 * @throws FailureError for a cause that prevents every document
 */
export function reissueEach(
  rejected: readonly string[],
  { documents }: { readonly documents: Documents },
  issueAgain: (before: LedgerEntry) => LedgerEntry,
): Reissued[] {
  const found = rejected.map((uuid) => ({ uuid, before: documents.get(uuid) }));
  return found
    .toSorted((one, other) => (one.before?.icv ?? 0) - (other.before?.icv ?? 0))
    .map(({ uuid, before }) => {
      try {
        return { rejected: uuid, ...reissueOne(before ?? fail('not-found', { detail: { uuid } })) };
      } catch (error) {
        if (!isOfOneDocument(error)) throw error;
        // Another window may have issued it meanwhile.
        const existing = documents.replacedBy(uuid);
        if (existing !== undefined) return { rejected: uuid, entry: existing, existed: true };
        return { rejected: uuid, failure: error.failure };
      }
    });

  function reissueOne(before: LedgerEntry): { entry: LedgerEntry; existed: boolean } {
    const existing = documents.replacedBy(before.uuid);
    if (existing !== undefined) return { entry: existing, existed: true };
    return { entry: issueAgain(before), existed: false };
  }
}

/** Returns the sale of a rejected document as it was, under an id of its own. */
export function againOf({ sale: { replaces: _, ...sale } }: Pick<LedgerEntry, 'sale'>): Sale {
  return { ...sale, saleId: randomUUID() };
}

/**
 * Issues a rejected document again as it was for another program; see `reissueEach`.
 * @param check refuses a sale that the program may not issue
 */
export function reissueFor(
  by: Actor,
  rejected: string,
  issuer: Pick<Issuer, 'preview' | 'issueTogether'> & { readonly documents: Documents },
  check: (sale: Sale) => void,
): Reissued {
  const [reissued = fail('internal')] = reissueEach([rejected], issuer, (before) => {
    const [{ entry } = fail('internal')] = issuer.issueTogether(() => {
      const sale = { ...againOf(before), replaces: before.number };
      check(sale);
      refuseOtherTotal(amountDue(issuer.preview(sale, by).invoice), before);
      return [{ sale, by }];
    });
    return entry;
  });
  return reissued;
}

/** A document that is issued again as it was moves no money. @throws FailureError `bad-input` `reissue-differs` */
export function refuseOtherTotal(payable: Halalas, { payable: before, number }: LedgerEntry): void {
  if (payable === before) return;
  const [value, limit] = [halalasToText(payable), halalasToText(before)];
  refuse(['lines'], 'reissue-differs', `would amount to ${value} now, and ${number} to ${limit}`, {
    number,
    limit,
    value,
  });
}

const ofOneSale: readonly FailureCode[] = [
  'bad-input',
  'sale-differs',
  'hash-mismatch',
  'basket-paid',
  'card-unresolved',
];

/** Returns true for a failure that concerns only one sale; others may still be issued. */
export const isOfOneSale = (error: unknown): error is FailureError =>
  error instanceof FailureError && ofOneSale.includes(error.failure.code);

const ofOneDocument: readonly FailureCode[] = [
  'not-found',
  'not-rejected',
  'already-reissued',
  'approval-needed',
  'not-allowed',
];

const isOfOneDocument = (error: unknown): error is FailureError =>
  isOfOneSale(error) || (error instanceof FailureError && ofOneDocument.includes(error.failure.code));
