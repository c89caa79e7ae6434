import { stringify } from 'csv-stringify/sync';
import writeWorkbook from 'write-excel-file/universal';
import type { ReportFormat } from '../../../shared/contract/reports.ts';
import type { Language } from '../../../shared/language.ts';
import { spreadsheetText } from '../../platform/spreadsheet-text.ts';
import type { Fonts } from '../../receipt/fonts.ts';
import { tablePdf } from '../../receipt/table-pdf.ts';

/** A table as a file of some format, in one language. */
export interface TableFile {
  readonly title: string;
  /** The days, for a PDF. */
  readonly subtitle: string;
  readonly columns: readonly TableColumn[];
  /** Figures are texts too, such as `-12.50`; an empty text is no figure. */
  readonly rows: readonly (readonly string[])[];
  /** The last row of a PDF; a file for spreadsheets has none, because it would be added up again. */
  readonly total: readonly string[];
  readonly format: ReportFormat;
  readonly language: Language;
  /** The time in milliseconds since 1970. */
  readonly madeAt: number;
}

export interface TableColumn {
  readonly heading: string;
  /** figure: a number, which a workbook can add up · money: a figure with two decimals. */
  readonly kind: 'text' | 'figure' | 'money';
}

/** Writes a table for a spreadsheet or for paper. */
export async function tableFile(file: TableFile, fonts: () => Fonts): Promise<Uint8Array> {
  if (file.format === 'csv') return csvOf(file);
  if (file.format === 'xlsx') return workbookOf(file);
  const { title, subtitle, columns, rows, total, language, madeAt } = file;
  return tablePdf({
    title,
    subtitle,
    rows,
    total,
    madeAt,
    columns: columns.map(({ heading, kind }) => ({ heading, isFigure: kind !== 'text' })),
    direction: language === 'ar' ? 'rtl' : 'ltr',
    fonts: fonts(),
  });
}

const headingsOf = ({ columns }: TableFile) => columns.map(({ heading }) => heading);

function csvOf(file: TableFile): Uint8Array {
  const { columns, rows } = file;
  const cells = rows.map((row) => columns.map(({ kind }, index) => escaped(kind, row[index] ?? '')));
  const options = { bom: true, record_delimiter: 'windows' } as const;
  return new TextEncoder().encode(stringify([headingsOf(file), ...cells], options));
}

async function workbookOf(file: TableFile): Promise<Uint8Array> {
  const { columns, rows, language } = file;
  const head = headingsOf(file).map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const sheet = rows.map((row) => columns.map(({ kind }, index) => cellOf(kind, row[index] ?? '')));
  const options = { rightToLeft: language === 'ar', stickyRowsCount: 1 };
  const blob = await writeWorkbook([head, ...sheet], options).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function cellOf(kind: TableColumn['kind'], text: string) {
  if (kind === 'text' || text === '') return { value: text, type: String };
  return { value: Number(text), type: Number, ...(kind === 'money' && { format: '#,##0.00' }) };
}

/** Negative figures begin with a sign, but are not formulas. */
const escaped = (kind: TableColumn['kind'], text: string) => (kind === 'text' ? spreadsheetText(text) : text);
