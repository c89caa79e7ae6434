import { stringify } from 'csv-stringify/sync';
import writeWorkbook from 'write-excel-file/universal';
import type { ReportFormat } from '../../../shared/contract/till/reports.ts';
import type { Language } from '../../../shared/values/language.ts';
import { spreadsheetText } from '../../base/platform/spreadsheet-text.ts';
import type { Fonts } from '../../document/paper/fonts.ts';
import { tablePdf } from '../../document/paper/table-pdf.ts';

/** The text of each column. Figures are texts too, such as `-12.50`; an empty text is no figure. */
export type TableRow<Name extends string> = Readonly<Record<Name, string>>;

/** A table as a file of some format, in one language. */
export interface TableFile<Name extends string = string> {
  readonly title: string;
  /** The days, for a PDF. */
  readonly subtitle: string;
  readonly columns: readonly TableColumn<Name>[];
  readonly rows: readonly TableRow<Name>[];
  /** The last row of a PDF; a file for spreadsheets has none, because it would be added up again. */
  readonly total?: TableRow<Name>;
  readonly format: ReportFormat;
  readonly language: Language;
  /** The time in milliseconds since 1970. */
  readonly madeAt: number;
}

interface TableColumn<Name extends string = string> {
  readonly name: Name;
  readonly heading: string;
  /** figure: a number, which a workbook can add up · money: a figure with two decimals. */
  readonly kind: 'text' | 'figure' | 'money';
}

/** Writes a table for a spreadsheet or for paper. */
export async function tableFile(file: TableFile, fonts: () => Fonts): Promise<Uint8Array> {
  if (file.format === 'csv') return csvOf(file);
  if (file.format === 'xlsx') return workbookOf(file);
  const { title, subtitle, columns, rows, total, language, madeAt } = file;
  const textsOf = (row?: TableRow<string>) => columns.map(({ name }) => row?.[name] ?? '');
  return tablePdf({
    title,
    subtitle,
    rows: rows.map(textsOf),
    total: textsOf(total),
    madeAt,
    columns: columns.map(({ heading, kind }) => ({ heading, isFigure: kind !== 'text' })),
    direction: language === 'ar' ? 'rtl' : 'ltr',
    fonts: fonts(),
  });
}

const headingsOf = ({ columns }: TableFile) => columns.map(({ heading }) => heading);

function csvOf(file: TableFile): Uint8Array {
  const { columns, rows } = file;
  const cells = rows.map((row) => columns.map(({ name, kind }) => escaped(kind, row[name] ?? '')));
  const options = { bom: true, record_delimiter: 'windows' } as const;
  return new TextEncoder().encode(stringify([headingsOf(file), ...cells], options));
}

async function workbookOf(file: TableFile): Promise<Uint8Array> {
  const { columns, rows, language } = file;
  const head = headingsOf(file).map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const sheet = rows.map((row) => columns.map(({ name, kind }) => cellOf(kind, row[name] ?? '')));
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
