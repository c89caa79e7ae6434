import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { riyadhDateTime } from '../../../shared/values/riyadh-time.ts';
import { type Language, words } from '../../../shared/words/index.ts';
import { formatCount, locales, timeZone } from '../../../shared/words/numbers.ts';

/* The only place that turns numbers, money, dates and durations of the screens into text. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type Format = ReturnType<typeof makeFormat>;

/** Each formatter is made when it is first needed; making all of them in both languages would delay a start. */
function makeFormat(language: Language) {
  const locale = locales[language];
  const number = (options: Intl.NumberFormatOptions) =>
    onDemand(() => new Intl.NumberFormat(locale, options));
  const wall = (options: Intl.DateTimeFormatOptions) =>
    onDemand(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  const money = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const date = wall({ day: 'numeric', month: 'short', year: 'numeric' });
  const month = wall({ timeZone: 'UTC', month: 'long', year: 'numeric' });
  const time = wall({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const clock = wall({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const shortDay = wall({ day: 'numeric', month: 'short' });
  const unit = (name: 'day' | 'hour' | 'minute') =>
    number({ style: 'unit', unit: name, unitDisplay: language === 'ar' ? 'short' : 'narrow' });
  const [days, hours, minutes] = [unit('day'), unit('hour'), unit('minute')];
  const change = number({ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  const megabytes = number({
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

  return {
    /** Such as `1,234.50`, without its currency. The decimal text is exact: Intl does not convert it to a float. */
    money: (amount: Halalas) => money().format(halalasToText(amount) as Intl.StringNumericLiteral),
    /** The short name of the riyal, `SAR` in English; the code of any other currency. */
    currency: (code: string) => (code === 'SAR' ? words[language].formats.riyal : code),
    count: (value: number) => formatCount(value, language),
    /** A share such as 0.12 as `+12%`, with its sign. */
    change: (share: number) => change().format(share),
    /** Such as `3 Aug 2026`. */
    date: (instant: string) => date().format(new Date(instant)),
    /** The name of a month such as `2026-10`. */
    month: (name: string) => month().format(new Date(`${name}-01`)),
    /** Such as `14:05:09`; `clock` leaves out the seconds. */
    time: (instant: string) => time().format(new Date(instant)),
    dateTime: (instant: string) =>
      `${date().format(new Date(instant))}${words[language].formats.comma}${time().format(new Date(instant))}`,
    clock: (instant: string) => clock().format(new Date(instant)),
    /** A day of this year: `3 Aug`. */
    dayAndMonth: (instant: string) => shortDay().format(new Date(instant)),
    dayAndClock: (instant: string) =>
      `${shortDay().format(new Date(instant))}${words[language].formats.comma}${clock().format(new Date(instant))}`,
    /** Such as `1.2 MB`. */
    size: (bytes: number) => megabytes().format(bytes / 1_000_000),
    /**
     * Returns a duration in its two largest units, the smallest being minutes: `23h 10m`. A negative one counts as zero.
     */
    span(milliseconds: number) {
      const left = Math.max(0, milliseconds);
      if (left >= 2 * day) return days().format(Math.floor(left / day));
      const wholeHours = Math.floor(left / hour);
      const restMinutes = Math.floor((left % hour) / minute);
      if (wholeHours === 0) return minutes().format(restMinutes);
      return `${hours().format(wholeHours)} ${minutes().format(restMinutes)}`;
    },
  };
}

/** Returns a function that makes a value at the first call and then returns the same one. */
function onDemand<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export const formats: Readonly<Record<Language, Format>> = { en: makeFormat('en'), ar: makeFormat('ar') };

/** Returns a time as it is seen from `now`: the clock today, with the day in this year, otherwise the date. */
export function timeSeenFrom(instant: string, now: string, format: Format): string {
  const [date, today] = [riyadhDateAndTime(instant).date, riyadhDateAndTime(now).date];
  if (date === today) return format.clock(instant);
  return date.slice(0, 4) === today.slice(0, 4) ? format.dayAndClock(instant) : format.date(instant);
}

/** Returns an instant on Riyadh's clock, as documents write it: `2026-11-20` and `17:41:08`. */
export function riyadhDateAndTime(instant: string): { date: string; time: string } {
  return riyadhDateTime(Date.parse(instant));
}
