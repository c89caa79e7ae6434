import type { CommandInput } from '../../../shared/contract/index.ts';
import type { InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import { riyadhDateAndTime } from '../language/format.ts';

export type InvoiceFilter = Omit<CommandInput<'invoice.list'>, 'before' | 'limit'>;

/**
 * Returns true when a document belongs in a filtered list, as far as its row shows. It is never true for a search by
 * buyer, kind of issuer, shift, means or article: new documents appear there when the search is repeated.
 */
export function belongs(row: InvoiceRow, filter: InvoiceFilter | undefined): boolean {
  if (filter === undefined) return true;
  const {
    uncorrected,
    late,
    states,
    kinds,
    number,
    buyer,
    from,
    to,
    by,
    byKind,
    shift,
    means,
    article,
    amount,
  } = filter;
  const { date } = riyadhDateAndTime(row.trueAt ?? row.issuedAt);
  return (
    [buyer, byKind, shift, means, article].every((unknown) => unknown === undefined) &&
    (late === undefined || row.late === true) &&
    (uncorrected === undefined || (row.state === 'rejected' && row.reissuedAs === undefined)) &&
    (by === undefined || row.by === by) &&
    (states === undefined || states.includes(row.state)) &&
    (kinds === undefined || kinds.includes(row.kind)) &&
    (number === undefined || row.number.toUpperCase().startsWith(number.toUpperCase())) &&
    (from === undefined || date >= from) &&
    (to === undefined || date <= to) &&
    row.payable >= (amount?.least ?? row.payable) &&
    row.payable <= (amount?.most ?? row.payable)
  );
}
