import { stringify } from 'csv-stringify/sync';
import writeWorkbook from 'write-excel-file/universal';
import type { Language } from '../../../../shared/values/language.ts';
import { doubledMarks, spreadsheetText } from '../../../base/platform/spreadsheet-text.ts';

export interface TableFormat {
  readonly format: 'csv' | 'xlsx';
  readonly language: Language;
  /** The rows of a second sheet of an XLSX file. */
  readonly help?: readonly (readonly string[])[];
}

/** Writes rows as a file that `readTable` and `statedIn` can read again; the first row has the headings. */
export async function writeTable(
  rows: readonly (readonly string[])[],
  { format, language, help }: TableFormat,
): Promise<Uint8Array> {
  const marked = (row: readonly string[]) => row.map(doubledMarks);
  if (format === 'csv')
    return new TextEncoder().encode(
      stringify(
        rows.map((row) => marked(row).map(spreadsheetText)),
        { bom: true, record_delimiter: 'windows' },
      ),
    );
  // Every cell is text, codes and prices too: a spreadsheet changes numbers. A text that looks like a formula stays one.
  const sheetOf = (table: readonly (readonly string[])[]) => ({
    data: table.map((row) =>
      marked(row).map((value) => ({ value: value.replace(/^=\s*".*"$/s, "'$&"), type: String })),
    ),
    rightToLeft: language === 'ar',
    stickyRowsCount: 1,
  });
  const blob = await writeWorkbook([sheetOf(rows), ...(help ? [sheetOf(help)] : [])]).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}
