import type { BooksCheck } from './check-books.ts';

/** Returns the first fault that a check of the books found. */
export function firstFault({ file, chain, audit, shifts }: BooksCheck): string | undefined {
  const { broken } = chain;
  if (broken !== undefined) return `document ${broken.icv} (${broken.number}): ${broken.what}`;
  if (audit.broken !== undefined) return `audit log, line ${audit.broken}`;
  if (shifts.broken !== undefined) return `closing report ${shifts.broken}`;
  return file[0];
}
