import { withoutThousands } from '../../../shared/values/arabic-digits.ts';
import { type Halalas, roundToHalalas } from '../../../shared/values/money.ts';

/** Reads a typed amount such as `1,234.5` with Latin or Arabic digits; undefined when it is not one. */
export function readAmount(text: string): Halalas | undefined {
  const amount = withoutThousands(text).trim();
  return /^\d{1,12}(\.\d{1,2})?$/.test(amount) ? roundToHalalas(amount) : undefined;
}

/** Returns a price with at least two decimals: 15.5 as 15.50; further decimals stay. */
export function withHalalas(price: string): string {
  const [whole = '', decimals = ''] = price.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
