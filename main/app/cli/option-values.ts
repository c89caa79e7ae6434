import * as z from 'zod';
import { withLatinDigits } from '../../../shared/values/arabic-digits.ts';
import { describeField, nameOf } from './refusals.ts';
import { UsageError } from './usage-error.ts';

/* The values of options: numbers and days, with digits of any keyboard. */

/** Refuses the value of an option or argument. @throws UsageError */
export function refuseOption(
  option: string,
  given: string | undefined,
  fault: string,
  cause?: unknown,
): never {
  throw new UsageError(describeField(option, given, fault), { cause });
}

/** Reads a whole number within these limits. @param of a unit, such as `of seconds` @throws UsageError */
export function wholeNumber(
  option: string,
  text: string,
  { least, most, of = '' }: { least: number; most: number; of?: string },
): number {
  const digits = withLatinDigits(text.trim());
  const number = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
  if (number >= least && number <= most) return number;
  const stranger = /[^\d]/u.exec(digits)?.[0];
  const here = stranger === undefined ? '' : `; here is ${nameOf(stranger)}`;
  const unit = of === '' ? '' : ` ${of}`;
  return refuseOption(option, text, `must be a whole number${unit} from ${least} to ${most}${here}`);
}

/** Reads a day such as 2026-11-20, which must exist. @throws UsageError */
export function dayOf(option: string, text: string): string {
  const day = withLatinDigits(text.trim());
  if (z.iso.date().safeParse(day).success) return day;
  return refuseOption(option, text, 'must be a day such as 2026-11-20');
}

/** Reads the days of a period, of which each may be missing. @throws UsageError also if it ends before it begins */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const period = {
    from: from === undefined ? undefined : dayOf('--from', from),
    to: to === undefined ? undefined : dayOf('--to', to),
  };
  if (period.from !== undefined && period.to !== undefined && period.to < period.from)
    return refuseOption('--to', period.to, `must not be before --from ${period.from}`);
  return period;
}
