import type { BooksCheck } from './check-books.ts';
import { faultOfRecords } from './finding-words.ts';

/** Returns the first fault that a check of the books found. */
export function firstFault({ file, chain, audit, shifts }: BooksCheck): string | undefined {
  const { broken } = chain;
  if (broken !== undefined) return `document ${broken.icv} (${broken.number}): ${broken.what}`;
  const ofRecords = faultOfRecords(audit);
  if (ofRecords !== undefined) return ofRecords;
  if (shifts.broken !== undefined) return `closing report ${shifts.broken}`;
  return file[0];
}
