import { denominations } from '../../../shared/contract/till/shifts.ts';
import type { PaddedField } from '../../ui/components/pad/pad-dock.tsx';

export const countField = (value: number) => `count-${value}`;

const counts: readonly string[] = denominations.map(countField);

/** The number pad types the float, an amount that is paid in or out, and the pieces of the count. */
export const padded: PaddedField = (id) => {
  if (counts.includes(id)) return { decimals: 0 };
  return id === 'shift-float' || id === 'move-amount' || id === 'account-amount'
    ? { decimals: 2 }
    : undefined;
};

export const nextCount = (id: string) =>
  document.getElementById(counts[counts.indexOf(id) + 1] ?? counts[0] ?? '');

/**
 * Moves on from the pieces of a banknote or coin to the next; after any other field, and after the last, the entry is
 * complete.
 */
export function leave(field: HTMLInputElement): void {
  const isLast = field.id === counts.at(-1);
  if (counts.includes(field.id) && !isLast) nextCount(field.id)?.focus();
  else field.blur();
}
