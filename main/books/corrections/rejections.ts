import { reasonsAmong } from '../../../shared/authority-reasons.ts';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import { type InvoiceRow, mostRejections } from '../../../shared/contract/till/invoices.ts';
import { refuseInput } from '../../../shared/failure.ts';
import type { AuthorityMessage } from '../../../shared/status.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { InvoiceFilter } from '../ledger/search/invoice-filter.ts';

type Rejections = CommandOutput<'invoice.rejections'>;

/** Returns the rejected documents that nobody has issued again, by cause; see `invoice.rejections`. */
export function rejectionsByCause(
  { search, documents }: Pick<Ledger, 'search' | 'documents'>,
  filter: Omit<InvoiceFilter, 'states' | 'uncorrected'> = {},
): Rejections {
  const { rows } = search.list({ ...filter, uncorrected: true, limit: mostRejections + 1 });
  const groups = new Map<string, { reasons: AuthorityMessage[]; rows: InvoiceRow[] }>();
  for (const row of rows.slice(0, mostRejections)) {
    const reasons = [...reasonsAmong(documents.messages(row.icv))];
    const cause = causeOf(reasons);
    const group = groups.get(cause) ?? { reasons, rows: [] };
    group.rows.push(row);
    groups.set(cause, group);
  }
  return {
    groups: [...groups.values()]
      .map(({ reasons, rows: newestFirst }) => ({
        reasons,
        unchanged: isOfTheClock(reasons),
        rows: newestFirst.toReversed(),
      }))
      .toSorted((one, other) => other.rows.length - one.rows.length),
    more: rows.length > mostRejections,
  };
}

/**
 * Returns the documents that were rejected for exactly these causes, oldest first, if they can be issued again as they
 * were.
 * @param field the field that names the causes
 * @throws FailureError `bad-input` `cause-in-sale` for others, which would be rejected again
 */
export function rejectedFor(causes: readonly string[], { groups }: Rejections, field: string): InvoiceRow[] {
  const cause = keyOf(causes);
  const group = groups.find(({ reasons }) => causeOf(reasons) === cause);
  if (group?.unchanged === false)
    refuseInput([field], 'cause-in-sale', 'is in the sales: correct each, and issue it with `replaces`');
  return group?.rows ?? [];
}

/** Documents with the same codes have one cause; a reason without a code is known by its text. */
const causeOf = (reasons: readonly AuthorityMessage[]): string =>
  keyOf(reasons.map(({ code, message }) => code ?? message ?? ''));

const keyOf = (causes: readonly string[]): string => JSON.stringify([...new Set(causes)].toSorted());

const isOfTheClock = (reasons: readonly AuthorityMessage[]): boolean =>
  reasons.length > 0 && reasons.every(({ code = '' }) => authorityProfile.clockRules.includes(code));
