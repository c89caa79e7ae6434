import type { ActorKind } from '../../../shared/actor.ts';
import type { SaleKind } from '../../../shared/sale/sale.ts';
import type { SubmissionState } from '../../../shared/status.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { readAmount } from '../../ui/language/read-amount.ts';
import { readDay } from '../../ui/language/read-day.ts';
import type { InvoiceFilter } from '../../ui/terminal/invoice-filter.ts';
import { meaningOf, type NumberForm } from './search-text.ts';

export const lists = {
  all: undefined,
  waiting: ['waiting', 'sending'],
  accepted: ['accepted'],
  rejected: ['rejected'],
  parked: ['parked'],
} as const satisfies Record<string, readonly SubmissionState[] | undefined>;
export type ListName = keyof typeof lists;
export const listNames = Object.keys(lists) as ListName[];

export interface ListFilter {
  readonly list: ListName;
  /** `open`: a list of rejected documents has only those that nobody has issued again. */
  readonly rejected: 'open' | 'every';
  readonly text: string;
  /** True for documents that were reported after their deadline. */
  readonly late: boolean;
  /** The chosen kinds; all of them when empty. */
  readonly kinds: readonly SaleKind[];
  /** Days such as 2026-11-20, amounts such as 12.50; '' without a bound. */
  readonly from: string;
  readonly to: string;
  readonly least: string;
  readonly most: string;
  /** The name of the person or program that issued them; '' for anybody. */
  readonly by: string;
  /** The kind of that person or program, if the name is ambiguous; '' for any. */
  readonly byKind: ActorKind | '';
  readonly shift: string;
  readonly means: string;
  readonly article: string;
}

export const unfiltered = {
  late: false,
  kinds: [],
  from: '',
  to: '',
  least: '',
  most: '',
  by: '',
  byKind: '',
  shift: '',
  means: '',
  article: '',
} as const;
export const everything: ListFilter = { list: 'all', rejected: 'open', text: '', ...unfiltered };

export const isOpenRejections = ({ list, rejected }: ListFilter): boolean =>
  list === 'rejected' && rejected === 'open';

/** Returns the filter for the main process. Invalid values are left out; their fields show the error. */
export function filterOf(listFilter: ListFilter, form: NumberForm | undefined): InvoiceFilter {
  const { list, text, kinds } = listFilter;
  const states = isOpenRejections(listFilter) ? undefined : lists[list];
  const meaning = meaningOf(text, form);
  const wrong = wrongOf(listFilter);
  const [from, to] = [readDay(listFilter.from), readDay(listFilter.to)];
  const least = readAmount(listFilter.least);
  const most = readAmount(listFilter.most);
  const shift = shiftOf(listFilter.shift);
  const amount =
    meaning?.kind === 'amount'
      ? { least: meaning.amount, most: meaning.amount }
      : least === undefined && (most === undefined || wrong.most !== undefined)
        ? undefined
        : {
            ...(least !== undefined && { least }),
            ...(wrong.most === undefined && most !== undefined && { most }),
          };
  return {
    ...(isOpenRejections(listFilter) && { uncorrected: true as const }),
    ...(states !== undefined && { states: [...states] }),
    ...(listFilter.late && { late: true as const }),
    ...(meaning?.kind === 'number' && { number: meaning.number }),
    ...(meaning?.kind === 'buyer' && { buyer: meaning.buyer }),
    ...(kinds.length > 0 && { kinds: [...kinds] }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && wrong.to === undefined && { to }),
    ...(amount !== undefined && { amount }),
    ...(listFilter.by !== '' && { by: listFilter.by }),
    ...(listFilter.byKind !== '' && { byKind: listFilter.byKind }),
    ...(shift !== undefined && { shift }),
    ...(listFilter.means !== '' && { means: listFilter.means }),
    ...(listFilter.article.trim() !== '' && { article: listFilter.article.trim() }),
  };
}

type Bound = 'from' | 'to' | 'least' | 'most' | 'shift';

export function wrongOf(
  listFilter: ListFilter,
): Partial<Record<Bound, 'day' | 'order' | 'amount' | 'number'>> {
  const { from, to, least, most, shift } = listFilter;
  const isFilled = (text: string) => text.trim() !== '';
  return {
    ...(isFilled(from) && readDay(from) === undefined && { from: 'day' }),
    ...(isFilled(to) && toWrong(from, to)),
    ...(isFilled(least) && readAmount(least) === undefined && { least: 'amount' }),
    ...(isFilled(most) && mostWrong(least, most)),
    ...(isFilled(shift) && shiftOf(shift) === undefined && { shift: 'number' }),
  };
}

function toWrong(from: string, to: string): { to: 'day' | 'order' } | undefined {
  const [first, last] = [readDay(from), readDay(to)];
  if (last === undefined) return { to: 'day' };
  return first !== undefined && last < first ? { to: 'order' } : undefined;
}

function mostWrong(least: string, most: string): { most: 'amount' | 'order' } | undefined {
  const [low, high] = [readAmount(least), readAmount(most)];
  if (high === undefined) return { most: 'amount' };
  return low !== undefined && high < low ? { most: 'order' } : undefined;
}

export function filterCount(listFilter: ListFilter): number {
  const { late, kinds, from, to, least, most, by, shift, means, article } = listFilter;
  const isUsed = [late, kinds.length > 0, from !== '' || to !== '', least !== '' || most !== ''];
  return [...isUsed, ...[by, shift, means, article].map((text) => text.trim() !== '')].filter(Boolean).length;
}

function shiftOf(text: string): number | undefined {
  const digits = withLatinNumbers(text).trim();
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined;
}
