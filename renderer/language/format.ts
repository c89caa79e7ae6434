import { type Halalas, halalasToText } from '../../shared/money.ts';
import { type Language, words } from '../../shared/words/index.ts';
import { formatCount, locales, timeZone } from '../../shared/words/numbers.ts';

/* The only place where a screen's numbers, money, dates and spans become text. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface Format {
  /** `1,234.50`, without the currency. */
  money(amount: Halalas): string;
  /** The riyal by its short name, `SAR` in English; others by their code. */
  currency(code: string): string;
  count(value: number): string;
  /** `3 Aug 2026`. */
  date(instant: string): string;
  /** `14:05:09`. */
  time(instant: string): string;
  dateTime(instant: string): string;
  /** Bytes as `1.2 MB`. */
  size(bytes: number): string;
  /** A length of time in its two largest units, minutes at least: `23h 10m`. Milliseconds, never negative. */
  span(milliseconds: number): string;
}

function makeFormat(language: Language): Format {
  const locale = locales[language];
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const unit = (name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: language === 'ar' ? 'short' : 'narrow',
    });
  const [days, hours, minutes] = [unit('day'), unit('hour'), unit('minute')];
  const megabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

  return {
    // The text form is exact; Intl takes decimal text without going through a float.
    money: (amount) => money.format(halalasToText(amount) as Intl.StringNumericLiteral),
    currency: (code) => (code === 'SAR' ? words[language].formats.riyal : code),
    count: (value) => formatCount(value, language),
    date: (instant) => date.format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    dateTime: (instant) =>
      `${date.format(new Date(instant))}${words[language].formats.comma}${time.format(new Date(instant))}`,
    size: (bytes) => megabytes.format(bytes / 1_000_000),
    span(milliseconds) {
      const left = Math.max(0, milliseconds);
      if (left >= 2 * day) return days.format(Math.floor(left / day));
      const wholeHours = Math.floor(left / hour);
      const restMinutes = Math.floor((left % hour) / minute);
      if (wholeHours === 0) return minutes.format(restMinutes);
      return `${hours.format(wholeHours)} ${minutes.format(restMinutes)}`;
    },
  };
}

export const formats: Readonly<Record<Language, Format>> = { en: makeFormat('en'), ar: makeFormat('ar') };

/** An instant on Riyadh's clock, as documents write it: `2026-11-20` and `17:41:08`. */
export function riyadhDateAndTime(instant: string): { date: string; time: string } {
  const wall = new Date(Date.parse(instant) + 3 * hour).toISOString(); // UTC+3 the whole year
  return { date: wall.slice(0, 10), time: wall.slice(11, 19) };
}

/** Digits and signs of an Arabic keyboard as the Latin ones that amounts are written in. */
export function latinDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/٫/g, '.')
    .replace(/٬/g, '');
}
