import type { Issue } from '../../../../shared/failure.ts';
import { type Halalas, halalasToText } from '../../../../shared/values/money.ts';

/**
 * The largest amount, a hundred billion: more than any shop's sale, but small enough that every sum and product of
 * amounts is a safe integer.
 */
export const maxAmount: Halalas = 100_000_000_000_00;

export function outOfRange(path: Issue['path']): Issue {
  const limit = halalasToText(maxAmount);
  return {
    path,
    code: 'amount-out-of-range',
    message: `must not come to more than ${limit}`,
    params: { limit },
  };
}
