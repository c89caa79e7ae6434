import { ar } from './ar/problems.ts';
import { en } from './en/problems.ts';

/** The words for problems that only callers of the API meet, by language. */
export const problemWords = { en, ar } as const;
