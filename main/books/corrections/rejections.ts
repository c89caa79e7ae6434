import { reasonsAmong } from '../../../shared/authority-reasons.ts';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import { type InvoiceRow, mostRejections } from '../../../shared/contract/till/invoices.ts';
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

/** Documents with the same codes have one cause; a reason without a code is known by its text. */
const causeOf = (reasons: readonly AuthorityMessage[]): string =>
  JSON.stringify([...new Set(reasons.map(({ code, message }) => code ?? message ?? ''))].toSorted());

const isOfTheClock = (reasons: readonly AuthorityMessage[]): boolean =>
  reasons.length > 0 && reasons.every(({ code = '' }) => authorityProfile.clockRules.includes(code));
