import { Exact } from '../values/money.ts';

/**
 * Units in which a shop sells: codes of UN/ECE Recommendation 20, PCE for one piece, and X before the packages of
 * Recommendation 21.
 */
export const units = [
  'PCE',
  'KGM',
  'GRM',
  'LTR',
  'MLT',
  'MTR',
  'CMT',
  'MTK',
  'PR',
  'DZN',
  'SET',
  'HUR',
  'DAY',
  'XCT',
  'XBX',
  'XPK',
  'XPA',
  'XBG',
  'XSA',
  'XBE',
  'XPU',
  'XBO',
  'XCX',
  'XJR',
  'XRO',
  'XTU',
  'XCR',
  'XBJ',
] as const;
export type Unit = (typeof units)[number];

/** The units of weight, in grams. */
const grams = { KGM: 1000, GRM: 1 } as const satisfies Partial<Record<Unit, number>>;
export type WeightUnit = keyof typeof grams;
export const weightUnits = ['KGM', 'GRM'] as const satisfies readonly WeightUnit[];

export const isWeightUnit = (unit: Unit): unit is WeightUnit => weightUnits.some((one) => one === unit);

/** Converts a weight exactly from one unit into another. */
export function convertWeight(value: string, from: WeightUnit, into: WeightUnit): string {
  return new Exact(value).times(grams[from]).dividedBy(grams[into]).toFixed();
}
