import * as z from 'zod';

/* Files for spreadsheets, CSV or XLSX, for imports and exports. */

/** A file of at most 10 MB in Base64. */
export const fileTextSchema = z.string().max(14_000_000);

export const exportFormatSchema = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  language: z.enum(['ar', 'en']),
});

export const exportSchema = z.object({ fileName: z.string(), base64: z.string() });

/** The faults that a preview found. Rows are numbered as in a spreadsheet. */
export const faultsOf = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  /** The number of faults; if there are any, nothing is written. */
  faultCount: z.int().nonnegative(),
  /** The first of the faults. */
  faults: z.array(
    z.object({
      row: z.int(),
      column: z.enum(columns).optional(),
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
});
