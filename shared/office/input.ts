import * as z from 'zod';
import { codedIssue } from '../fields.ts';

/* The inputs of the office. A value that the database could not store or compare is refused here, in words. */

/** The id of a row. */
export const rowId = z
  .int()
  .positive()
  .max(2 ** 31 - 1);

/** The number of a till's chain. */
export const chainNumber = z
  .int()
  .positive()
  .max(2 ** 15 - 1);

/** The number of a request that waits for a second person: its time in milliseconds since 1970, or an order's number. */
export const requestNumber = z.int().positive().max(8_640_000_000_000_000);

/** A day in Riyadh that an input names. */
export const inputDay = z.iso
  .date()
  .refine((value) => value >= '2000-01-01', codedIssue('too-early', 'must be a day since the year 2000'));

/** The time in Riyadh of a document, as the office gives it back for the next page. */
export const documentTime = z.iso
  .datetime({ local: true, offset: false, precision: 6 })
  .refine(
    (value) => value >= '1900' && !value.endsWith('Z'),
    codedIssue('cursor', 'must be a place of a page'),
  );

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const isStorable = (text: string) => !unstorable.test(text) && text.isWellFormed();

/** Reports the texts of an input, names of fields included, that no database keeps as they are. */
export function refuseUnstorable(input: unknown, context: z.core.$RefinementCtx): void {
  const rest: { value: unknown; path: PropertyKey[] }[] = [{ value: input, path: [] }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value))
      context.addIssue({
        code: 'custom',
        path,
        message: 'must not contain control characters',
        params: { code: 'control-character' },
      });
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      rest.push({ value: inner, path: [...path, name] });
      if (!isStorable(name)) rest.push({ value: name, path });
    }
  }
}
