import { ar } from './ar/document-texts.ts';
import { inBoth } from './both.ts';
import { en } from './en/document-texts.ts';

export const documentTexts = inBoth(en, ar);
