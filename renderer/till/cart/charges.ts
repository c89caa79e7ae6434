import { documentTexts } from '../../../shared/words/document-texts.ts';

/** The charges that a shop makes, by their codes of UNTDID 7161; the document names them in both languages. */
export const chargeReasons = documentTexts.charges;
export const chargeCodes = [
  'DL',
  'PC',
  'FC',
  'ABK',
] as const satisfies readonly (keyof typeof chargeReasons)[];
