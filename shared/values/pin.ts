import * as z from 'zod';
import { codedIssue } from '../fields.ts';

/**
 * Returns true for a PIN that is easy to guess: a repeated group of up to four digits (`000000`, `121212`, `19901990`),
 * rising or falling digits (`123456`, `987654`, `112233`), or the same read backwards (`123321`). Of a short one also a
 * year (`1987`, `2024`) and the keys of the middle column (`2580`).
 */
export function isWeakPin(pin: string): boolean {
  const digits = [...pin].map(Number);
  return (
    repeats(pin) ||
    runs(digits) ||
    (isPair(digits) && runs(digits.filter((_, place) => place % 2 === 0))) ||
    isMirror(pin) ||
    (isShortPin(pin) && /^(19|20)\d\d$|^2580$|^0852$/.test(pin))
  );
}

function repeats(pin: string): boolean {
  return [1, 2, 3, 4].some(
    (length) => pin.length >= 2 * length && [...pin].every((digit, place) => digit === pin[place % length]),
  );
}

/** Returns true when each digit differs from the previous one by the same step of one; 9 and 0 are neighbours. */
function runs(digits: readonly number[]): boolean {
  return [1, 9].some((step) =>
    digits.every((digit, place) => place === 0 || digit === ((digits[place - 1] ?? 0) + step) % 10),
  );
}

const isPair = (digits: readonly number[]) =>
  digits.length % 2 === 0 && digits.every((digit, place) => digit === digits[place - (place % 2)]);

/** Returns true for a run that is followed by its reverse. */
function isMirror(pin: string): boolean {
  const half = [...pin.slice(0, Math.ceil(pin.length / 2))].map(Number);
  return pin === [...pin].toReversed().join('') && runs(half);
}

/** The numbers of digits of a PIN: with the pauses after wrong guesses, six take years to guess. */
export const fewestDigits = 6;
export const mostDigits = 12;
/** The fewest digits of a cashier's PIN where a manager has allowed short ones. */
export const fewestOfShortPin = 4;

export const isShortPin = (pin: string) => pin.length < fewestDigits;

/** Returns true for a text that has the digits of a PIN, at least so many. */
export const isPin = (text: string, fewest: number) =>
  /^\d+$/.test(text) && text.length >= fewest && text.length <= mostDigits;

const pinFrom = (fewest: number) =>
  z
    .string()
    .refine((pin) => isPin(pin, fewest), {
      ...codedIssue('pin', `must be ${fewest} to ${mostDigits} digits`),
      abort: true,
    })
    .refine((pin) => !isWeakPin(pin), codedIssue('weak-pin', 'is too easy to guess'));

export const pinSchema = pinFrom(fewestDigits);
/** A PIN that may be a short one; who may have it, is decided where the list of people is known. */
export const anyPinSchema = pinFrom(fewestOfShortPin);
