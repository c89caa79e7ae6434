import { inOneText } from './words/both.ts';
import { documentTexts } from './words/document-texts.ts';

/** The text of the line that deducts an advance, unless the sale names another. */
export const advanceText = inOneText(documentTexts.advancePayment);
