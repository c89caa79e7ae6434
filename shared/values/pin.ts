import * as z from 'zod';
import { codedIssue } from '../fields.ts';

/**
 * Returns true for a PIN that is easy to guess: a repeated group of up to four digits (`000000`, `121212`, `19901990`),
 * rising or falling digits (`123456`, `987654`, `112233`), or the same read backwards (`123321`).
 */
export function isWeakPin(pin: string): boolean {
  const digits = [...pin].map(Number);
  return (
    repeats(pin) ||
    runs(digits) ||
    (isPair(digits) && runs(digits.filter((_, place) => place % 2 === 0))) ||
    isMirror(pin)
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

/** A PIN has at least six digits, so that with the pauses after wrong guesses, guessing takes years. */
export const pinSchema = z
  .string()
  .refine((pin) => /^\d{6,12}$/.test(pin), {
    ...codedIssue('pin', 'must be 6 to 12 digits'),
    abort: true,
  })
  .refine((pin) => !isWeakPin(pin), codedIssue('weak-pin', 'is too easy to guess'));
