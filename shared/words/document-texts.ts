import { ar } from './ar/document-texts.ts';
import { inBoth } from './both.ts';
import { en } from './en/document-texts.ts';

/** The texts that are written into a document, in both languages. */
export const documentTexts = inBoth(en, ar);
