import * as z from 'zod';
import { codedIssue } from '../fields.ts';
import { saleLimits } from './sale-limits.ts';
import { type WeightUnit, weightUnits } from './units.ts';

/*
 * In-store labels: EAN-13 codes whose prefix 20 to 29 belongs to the shop, with an article and its weight or price
 * inside. Scales are configured differently, so a shop enters its rules, and without a rule no code is a label.
 */

/** The digits of an EAN-13 before its check digit. */
const digitsBeforeCheck = 12;

const gramDecimals = saleLimits.quantityDecimals - 3;

export const labelRuleSchema = z
  .strictObject({
    /** The prefix 20 to 29; 2 stands for all of them if the second digit belongs to the article. */
    prefix: z
      .string()
      .refine((text) => /^2\d?$/.test(text), codedIssue('label-prefix', 'must be 2, or 20 to 29')),
    kind: z.enum(['weight', 'price']),
    articleDigits: z.int().min(1).max(10),
    /** True when a check digit comes before the value. It is skipped: the last one covers the whole code. */
    hasValueCheck: z.boolean(),
    valueDigits: z.int().min(1).max(8),
    /** The number of digits after the decimal point of the value. */
    decimals: z.int().min(0).max(6),
    /** The unit of a weight. It says nothing about a price. */
    unit: z.enum(weightUnits),
  })
  .superRefine((rule, context) => {
    const refuse = (path: string, code: string, message: string, facts = {}) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code, ...facts } });
    const { prefix, kind, articleDigits, hasValueCheck, valueDigits, decimals, unit } = rule;
    const digits = prefix.length + articleDigits + (hasValueCheck ? 1 : 0) + valueDigits;
    if (digits !== digitsBeforeCheck)
      refuse('valueDigits', 'label-length', `must have ${digitsBeforeCheck} digits together`);
    if (decimals > valueDigits)
      refuse('decimals', 'label-decimals', 'must be at most the digits of the value');
    else if (kind === 'weight' && unit === 'GRM' && decimals > gramDecimals)
      refuse('decimals', 'too_big', `must be at most ${gramDecimals} for grams`, { maximum: gramDecimals });
  });
export type LabelRule = z.output<typeof labelRuleSchema>;

/** The rules of a shop: no code may match two of them. */
export const labelRulesSchema = z
  .array(labelRuleSchema)
  .max(10)
  .superRefine((rules, context) => {
    for (const [index, { prefix }] of rules.entries())
      if (
        rules.slice(0, index).some((rule) => prefix.startsWith(rule.prefix) || rule.prefix.startsWith(prefix))
      )
        context.addIssue({
          code: 'custom',
          path: [index, 'prefix'],
          message: 'must differ from the other rules',
          params: { code: 'label-prefix-twice' },
        });
  });

export interface LabelReading {
  readonly kind: LabelRule['kind'];
  /** The digits of the article, with their leading zeros. */
  readonly article: string;
  /** The weight, or the price in riyals. It is above zero, without superfluous zeros. */
  readonly value: string;
  /** The unit of a weight, which may differ from that of the article; undefined for a price. */
  readonly unit?: WeightUnit;
}

/** Reads a label by the rules of the shop; undefined for any other code, and for a value of zero. */
export function readLabel(rules: readonly LabelRule[], code: string): LabelReading | undefined {
  const rule = ruleOf(rules, code);
  if (rule === undefined || !hasCheckDigit(code)) return undefined;
  const { kind, prefix, articleDigits } = rule;
  const value = printedValue(rule, code);
  if (value === '0') return undefined;
  return {
    kind,
    article: code.slice(prefix.length, prefix.length + articleDigits),
    value,
    ...(kind === 'weight' && { unit: rule.unit }),
  };
}

/** Returns why a code by the rules of the shop is no label that a scale prints; undefined for a good label or another code. */
export function labelFault(
  rules: readonly LabelRule[],
  code: string,
): 'label-misread' | 'label-zero' | undefined {
  const rule = ruleOf(rules, code);
  if (rule === undefined) return undefined;
  if (!hasCheckDigit(code)) return 'label-misread';
  return printedValue(rule, code) === '0' ? 'label-zero' : undefined;
}

const ruleOf = (rules: readonly LabelRule[], code: string) =>
  /^\d{13}$/.test(code) ? rules.find(({ prefix }) => code.startsWith(prefix)) : undefined;

const hasCheckDigit = (code: string) => eanCheckDigit(code.slice(0, -1)) === code.at(-1);

function printedValue({ valueDigits, decimals }: LabelRule, code: string): string {
  const digits = code.slice(-1 - valueDigits, -1);
  const whole = digits.slice(0, valueDigits - decimals).replace(/^0+(?=\d)/, '') || '0';
  const fraction = digits.slice(valueDigits - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Returns the check digit of an EAN-13. GS1 General Specifications, 7.9. */
export function eanCheckDigit(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}
