import type { ArticleColumn } from './article.ts';
import { type Unit, units } from './units.ts';

/* The decisions of a manager for all rows of a file that have the same fault or the same unknown word. */

/**
 * `skip`: without these rows · `leave-out`: without what the cell says · `as-is`: the row as it stands, quotation marks and all · `thousands` and
 * `fraction`: the meaning of the only separator in a number · a unit: the one that the word means.
 */
export const importChoices = ['skip', 'leave-out', 'as-is', 'thousands', 'fraction', ...units] as const;
export type ImportChoice = (typeof importChoices)[number];

/** The faults and warnings in which each word of the file is a decision of its own. */
const byWord = ['unit-unknown', 'vat-unknown', 'yes-or-no'];
export const isByWord = (code: string): boolean => byWord.includes(code);

/** The columns without which a row still makes an article, or finds one. */
const optional: readonly (ArticleColumn | undefined)[] = [
  'codes',
  'shortCode',
  'price',
  'unit',
  'group',
  'vat',
  'vatReason',
  'vatReasonText',
  'favourite',
  'active',
];
/** Faults of the row itself: without its codes it would be an article of its own. */
const ofRow = ['row-twice', 'codes-of-several'];

/** Returns the choices for the rows of one fault. */
export function choicesOfFault({ code, column }: Notice): ImportChoice[] {
  if (code === 'quote-stray') return ['as-is'];
  const separators: ImportChoice[] = code === 'number-unclear' ? ['thousands', 'fraction'] : [];
  return optional.includes(column) && !ofRow.includes(code) ? [...separators, 'leave-out'] : separators;
}

/** Returns the choices for the rows of one warning. */
export const choicesOfWarning = ({ code }: Notice): ImportChoice[] =>
  code === 'unit-unknown' ? [...units, 'skip'] : ['skip'];

interface Notice {
  readonly code: string;
  readonly column?: ArticleColumn | undefined;
}

export const isUnit = (choice: ImportChoice): choice is Unit => (units as readonly string[]).includes(choice);
