import * as z from 'zod';

/* Files for spreadsheets, CSV or XLSX, for imports and exports. */

/** A file of at most 10 MB in Base64. */
export const fileTextSchema = z.string().max(14_000_000);

export const exportFormatSchema = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  language: z.enum(['ar', 'en']),
});

export const exportSchema = z.object({ fileName: z.string(), base64: z.string() });

export const faultParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** The faults that a preview found. Rows are numbered as in a spreadsheet. */
export const faultsOf = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  faultCount: z.int().nonnegative(),
  /** The first of the faults. */
  faults: z.array(
    z.object({
      row: z.int(),
      column: z.enum(columns).optional(),
      code: z.string(),
      params: faultParams.optional(),
      /** The name in that row, and what its cell says. */
      name: z.string().optional(),
      value: z.string().optional(),
    }),
  ),
});
