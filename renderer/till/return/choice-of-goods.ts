import type { CommandInput } from '../../../shared/contract/index.ts';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import type { Issue } from '../../../shared/failure.ts';
import { decimal } from '../../../shared/fields.ts';
import { saleLimits } from '../../../shared/sale/sale.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { Exact } from '../../../shared/values/money.ts';

export type Quantities = readonly string[];
type Lines = Returnable['lines'];

const quantitySchema = decimal(saleLimits.quantityDecimals, 'notNegative');

export const allOf = (lines: Lines): Quantities => lines.map(({ left }) => left);
export const noneOf = (lines: Lines): Quantities => lines.map(() => '0');

/** Returns the error in a quantity; an empty field means that nothing is returned. */
export function issueOf(text: string, left: string): Issue | undefined {
  const parsed = quantitySchema.safeParse(numberOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const params = issue !== undefined && 'params' in issue ? (issue.params as Issue['params']) : undefined;
    return {
      path: [],
      code: String(params?.code ?? 'not-a-number'),
      message: issue?.message ?? '',
      ...(params !== undefined && { params }),
    };
  }
  if (new Exact(parsed.data).lessThanOrEqualTo(left)) return undefined;
  return {
    path: [],
    code: 'returned-too-much',
    message: `must be at most ${left}`,
    params: { limit: left },
  };
}

export function isLeft(text: string, left: string): boolean {
  const parsed = quantitySchema.safeParse(numberOf(text));
  return new Exact(parsed.success ? parsed.data : 0).lessThan(left);
}

/**
 * Returns the quantity one higher or lower, between zero and the quantity left; a text that is not a number counts as
 * zero.
 */
export function stepped(text: string, by: 1 | -1, left: string): string {
  const parsed = quantitySchema.safeParse(numberOf(text));
  const next = new Exact(parsed.success ? parsed.data : 0).plus(by);
  return Exact.max(0, Exact.min(left, next)).toFixed();
}

/**
 * Returns the lines that the customer brings back, for the terminal; undefined while any is invalid, and empty when
 * none is chosen.
 */
export function chosenLines(
  quantities: Quantities,
  lines: Lines,
): CommandInput<'invoice.returnNote'>['lines'] | undefined {
  const chosen = [];
  for (const [index, { left }] of lines.entries()) {
    const text = quantities[index] ?? '0';
    if (issueOf(text, left) !== undefined) return undefined;
    const quantity = new Exact(numberOf(text));
    if (!quantity.isZero()) chosen.push({ line: index + 1, quantity: quantity.toFixed() });
  }
  return chosen;
}

function numberOf(text: string): string {
  return withLatinNumbers(text).trim() || '0';
}
