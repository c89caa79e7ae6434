/** Units in which a shop sells: codes of UN/ECE Recommendation 20, and PCE for one piece. */
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
] as const;
export type Unit = (typeof units)[number];
