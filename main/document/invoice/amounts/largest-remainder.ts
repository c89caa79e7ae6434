/**
 * Rounds the fractions `numerators[i] / denominator` to whole numbers that add up to `total` exactly. Each is rounded
 * down, and those that lost most get one missing unit each; of two equal ones, the earlier. So each result differs from
 * its fraction by less than 1. Fractions may be negative.
 *
 * It uses integers of any size, because a discount times an amount may exceed the safe integers.
 * @param denominator above zero
 * @throws RangeError when no such rounding gives `total`
 */
export function roundToTotal(numerators: readonly bigint[], denominator: bigint, total: number): number[] {
  const rounded: number[] = [];
  const remainders: { index: number; remainder: bigint }[] = [];
  let missing = total;
  numerators.forEach((numerator, index) => {
    let remainder = numerator % denominator;
    if (remainder < 0n) remainder += denominator;
    const floor = Number((numerator - remainder) / denominator);
    rounded.push(floor);
    missing -= floor;
    if (remainder > 0n) remainders.push({ index, remainder });
  });
  if (missing < 0 || missing > remainders.length) throw new RangeError('total out of reach');
  // The sort is stable: equal remainders stay in order.
  remainders.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0));
  for (const { index } of remainders.slice(0, missing)) rounded[index] = (rounded[index] ?? 0) + 1;
  return rounded;
}

/**
 * Returns true when `roundToTotal` can reach this total, which must be between the sum of all rounded down and the sum
 * of all rounded up.
 */
export function canRoundToTotal(numerators: readonly bigint[], denominator: bigint, total: number): boolean {
  let least = 0n;
  let most = 0n;
  for (const numerator of numerators) {
    const remainder = ((numerator % denominator) + denominator) % denominator;
    const floor = (numerator - remainder) / denominator;
    least += floor;
    most += remainder === 0n ? floor : floor + 1n;
  }
  return least <= BigInt(total) && BigInt(total) <= most;
}
