import { inOneText } from '../../../shared/words/both.ts';
import { documentTexts } from '../../../shared/words/document-texts.ts';

const { returned, faulty, wrong, cancelled } = documentTexts.returns;

/** The reasons for a return; the document states them in both languages. */
export const returnReasons = {
  returned: inOneText(returned),
  faulty: inOneText(faulty),
  wrong: inOneText(wrong),
  cancelled: inOneText(cancelled),
} as const;

export const reasonKeys = [
  'returned',
  'faulty',
  'wrong',
  'cancelled',
] as const satisfies readonly (keyof typeof returnReasons)[];
export type ReasonKey = (typeof reasonKeys)[number] | 'other';
