import type { en } from '../en/formats.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  language: 'العربية',
  riyal: 'ر.س',
  comma: '، ',
  and: ' و',
};
