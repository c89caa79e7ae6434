import { stringify } from 'csv-stringify/sync';
import writeWorkbook from 'write-excel-file/universal';
import type { Language } from '../../../../shared/values/language.ts';
import { doubledMarks, spreadsheetText } from '../../../base/platform/spreadsheet-text.ts';

export interface TableFormat {
  readonly format: 'csv' | 'xlsx';
  readonly language: Language;
}

/** Writes rows as a file that `readTable` and `statedIn` can read again; the first row has the headings. */
export async function writeTable(
  rows: readonly (readonly string[])[],
  { format, language }: TableFormat,
): Promise<Uint8Array> {
  const cells = rows.map((row) => row.map(doubledMarks));
  if (format === 'csv')
    return new TextEncoder().encode(
      stringify(
        cells.map((row) => row.map(spreadsheetText)),
        { bom: true, record_delimiter: 'windows' },
      ),
    );
  // Every cell is text, codes and prices too: a spreadsheet changes numbers. A text that looks like a formula stays one.
  const sheet = cells.map((row) =>
    row.map((value) => ({ value: value.replace(/^=\s*".*"$/s, "'$&"), type: String })),
  );
  const blob = await writeWorkbook(sheet, { rightToLeft: language === 'ar', stickyRowsCount: 1 }).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}
