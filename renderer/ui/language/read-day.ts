import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';

/** Returns a typed day as `2026-11-20`; undefined if it has another form, or there is no such day. */
export function readDay(text: string): string | undefined {
  const day = withLatinNumbers(text).trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const parsed = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? undefined : day;
}

/** Returns true for a text that is neither blank nor a day. */
export const isWrongDay = (text: string): boolean => text.trim() !== '' && readDay(text) === undefined;
