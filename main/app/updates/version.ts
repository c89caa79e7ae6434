import * as z from 'zod';

/** The version of a release: three numbers. */
export const versionSchema = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/);

/** Compares two versions: negative when the first is older, 0 when they are the same. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  for (const [index, number] of first.entries()) {
    const difference = number - (second[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const numbersOf = (version: string) => version.split('.').map(Number);
