import * as z from 'zod';
import { codedIssue, day } from '../../fields.ts';
import { languages } from '../../values/language.ts';
import { command } from '../command.ts';
import { exportSchema } from './table-files.ts';
import { longestPeriod } from './takings.ts';

/** The kinds of cells, which decide how a screen or a file shows a cell, and if it is added up. */
export type CellKind =
  | 'text'
  | 'vatBox'
  | 'person'
  | 'issuer'
  | 'shift'
  | 'hour'
  | 'instant'
  | 'count'
  | 'quantity'
  | 'money';

interface ReportColumn {
  /** The name, for which the catalogue has the heading. */
  readonly name: string;
  readonly kind: CellKind;
}

const amount = { name: 'amount', kind: 'money' } as const;
const documents = { name: 'documents', kind: 'count' } as const;
const ofArticle = [
  { name: 'article', kind: 'text' },
  { name: 'code', kind: 'text' },
  { name: 'quantity', kind: 'quantity' },
  amount,
] as const;

export const reportColumns = {
  articles: ofArticle,
  groups: [{ name: 'group', kind: 'text' }, { name: 'articles', kind: 'count' }, amount],
  hours: [{ name: 'hour', kind: 'hour' }, documents, amount],
  people: [{ name: 'person', kind: 'issuer' }, documents, amount],
  returns: ofArticle,
  discounts: [
    { name: 'person', kind: 'issuer' },
    { name: 'discounts', kind: 'money' },
    { name: 'returns', kind: 'count' },
    { name: 'returned', kind: 'money' },
  ],
  shifts: [
    { name: 'shift', kind: 'shift' },
    { name: 'closedAt', kind: 'instant' },
    { name: 'person', kind: 'person' },
    documents,
    { name: 'sales', kind: 'money' },
    { name: 'returned', kind: 'money' },
    { name: 'expected', kind: 'money' },
    { name: 'counted', kind: 'money' },
    { name: 'difference', kind: 'money' },
  ],
  vatReturn: [
    { name: 'box', kind: 'vatBox' },
    amount,
    { name: 'adjustment', kind: 'money' },
    { name: 'vat', kind: 'money' },
  ],
} as const satisfies Record<string, readonly ReportColumn[]>;
export type ReportKind = keyof typeof reportColumns;
export type ColumnOf<Kind extends ReportKind> = (typeof reportColumns)[Kind][number]['name'];
export const reportKinds = Object.keys(reportColumns) as [ReportKind, ...ReportKind[]];

export const reportFormats = ['xlsx', 'csv', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The number of rows in an answer; a file has all of them. */
export const rowsShown = 300;

/**
 * A cell by its column's kind; `issuer` is the key of a person or program (`actorKey`), `vatBox` a line of a VAT return
 * (`vat-box.ts`). Money is in halalas, instants are ISO 8601, quantities are decimal numbers; null means unknown, such
 * as uncounted cash.
 */
const cellSchema = z.union([z.string(), z.int(), z.null()]);
export type Cell = z.infer<typeof cellSchema>;

const about = { report: z.enum(reportKinds), from: day, to: day };
const lengthOf = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
const isPeriod = (period: { from: string; to: string }) =>
  lengthOf(period) >= 1 && lengthOf(period) <= longestPeriod;
const badPeriod = {
  path: ['to'],
  ...codedIssue('bad-period', `must be from 0 to ${longestPeriod - 1} days after the first`),
};

/** The number of documents of a line of a VAT return in one answer. */
export const vatDocumentsShown = 100;

const vatDocumentSchema = z.object({
  uuid: z.uuid(),
  number: z.string(),
  issuedAt: z.iso.datetime(),
  /** The true time, see `trueAt` of an invoice row. */
  trueAt: z.iso.datetime().optional(),
  /**
   * The amount in riyals without VAT; negative for a credit note, and for a rejected document that another replaced.
   */
  amount: z.int(),
  vat: z.int(),
  /** The number of the rejected document that it replaces, or of the one that replaces it. */
  replaces: z.string().optional(),
  replacedBy: z.string().optional(),
});
export type VatDocument = z.infer<typeof vatDocumentSchema>;

/** The reports on a period of days in Riyadh, whose figures are those of `takings.get`. */
export const reports = {
  'report.get': command({
    role: 'manager',
    input: z.strictObject(about).refine(isPeriod, badPeriod),
    output: z.object({
      /** False while documents are still being added up. */
      isComplete: z.boolean(),
      /** The cells of each row, in the order of `reportColumns`. */
      rows: z.array(z.array(cellSchema)).max(rowsShown),
      /** The number of all rows. */
      of: z.int().nonnegative(),
      /** The sums of the columns of money and counts, of all rows; null in the others. */
      total: z.array(cellSchema),
    }),
  }),
  /** Returns the documents of one line of a VAT return, oldest first; their sums are those of the line. */
  'report.vatDocuments': command({
    role: 'manager',
    input: z
      .strictObject({
        from: day,
        to: day,
        /** The line's first cell in the report. */
        box: z.string().max(100),
        /** The value of `next` on the previous page. */
        after: z.int().nonnegative().optional(),
      })
      .refine(isPeriod, badPeriod),
    output: z.object({
      documents: z.array(vatDocumentSchema).max(vatDocumentsShown),
      /** The value for `after` on the next page; missing on the last page. */
      next: z.int().nonnegative().optional(),
    }),
  }),
  'report.export': command({
    role: 'manager',
    input: z
      .strictObject({ ...about, format: z.enum(reportFormats), language: z.enum(languages) })
      .refine(isPeriod, badPeriod),
    output: exportSchema,
  }),
};
