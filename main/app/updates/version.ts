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
