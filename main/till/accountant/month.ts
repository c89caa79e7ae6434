import type { Company } from '../../../shared/company.ts';
import { fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { riyadhDateTime, riyadhMidnight } from '../../base/platform/riyadh-time.ts';

/** Reads the name of a month that has begun. @throws FailureError `bad-input` */
export function monthOf(name: string, now: number) {
  const begin = /^\d{4}-(0[1-9]|1[0-2])$/.test(name) ? riyadhMidnight(`${name}-01`) : Number.NaN;
  if (!(begin <= now)) return fail('bad-input');
  const [year = 0, month = 0] = name.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const end = riyadhMidnight(next);
  return {
    /** The month's name, such as `2026-10`. */
    name,
    period: { from: `${name}-01`, to: riyadhDateTime(end - 1).date },
    /** The first millisecond of the month, and the first one after it; milliseconds since 1970. */
    begin,
    end,
  };
}

/** A month of the calendar in Riyadh. */
export type Month = ReturnType<typeof monthOf>;

/** Returns true while documents can still be added to it. */
export const isGoingOn = ({ end }: Month, now: number) => now < end;

/**
 * Returns the name of its file, made of seller, till and month, so that files of several tills can be in one folder.
 */
export function monthFileName(
  month: Month,
  { company, environment, now }: { company: Company; environment: Environment; now: number },
): string {
  const { vatNumber, terminal } = company;
  const parts = [
    'khatm',
    ...(environment === 'production' ? [] : [environment]),
    vatNumber,
    terminal.numberPrefix.replace(/[^A-Za-z0-9]+/g, ''),
    month.name,
    ...(isGoingOn(month, now) ? ['so-far'] : []),
  ];
  return `${parts.filter((part) => part !== '').join('-')}.zip`;
}
