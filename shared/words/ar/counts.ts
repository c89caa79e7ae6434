import type { en } from '../en/counts.ts';
import type { Translation } from '../plural.ts';

/** The forms of a count that stands alone or is a subject; those after a preposition are in `nouns.ts`. */
export const ar: Translation<typeof en> = {
  documents: {
    zero: 'لا مستندات',
    one: 'مستند واحد',
    two: 'مستندان',
    few: '{count} مستندات',
    many: '{count} مستندًا',
    other: '{count} مستند',
  },
};
