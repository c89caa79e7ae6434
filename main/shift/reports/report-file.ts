import { stringify } from 'csv-stringify/sync';
import writeWorkbook from 'write-excel-file/universal';
import {
  type Cell,
  type CellKind,
  type ReportFormat,
  type ReportKind,
  reportColumns,
} from '../../../shared/contract/reports.ts';
import { type Halalas, halalasToText } from '../../../shared/money.ts';
import { readVatLine, reasonWords } from '../../../shared/vat-box.ts';
import type { Language } from '../../../shared/words/language.ts';
import { screens } from '../../../shared/words/screens.ts';
import type { Period } from '../../ledger/takings.ts';
import { riyadhDateTime } from '../../platform/riyadh-time.ts';
import type { Fonts } from '../../receipt/fonts.ts';
import { tablePdf } from '../../receipt/table-pdf.ts';

/** A report as a file of some format. */
export interface ReportFile {
  readonly report: ReportKind;
  readonly period: Period;
  readonly rows: readonly (readonly Cell[])[];
  readonly total: readonly Cell[];
  readonly format: ReportFormat;
  readonly language: Language;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Writes a report for a spreadsheet or for paper. A file for spreadsheets has no row of sums, which would be summed again. */
export async function reportFile(file: ReportFile, fonts: () => Fonts): Promise<Uint8Array> {
  const { report, language, rows } = file;
  const columns = reportColumns[report];
  const translate = screens[language];
  const headings = columns.map(({ name }) => translate(`reports.columns.${name}`, {}));
  const textOf = (row: readonly Cell[]) =>
    columns.map(({ kind }, index) => cellText(kind, row[index] ?? null, language));
  if (file.format === 'csv')
    return new TextEncoder().encode(
      // A cell that begins as a formula does gets a mark; spreadsheets run it otherwise.
      stringify(
        [
          headings,
          ...rows.map((row) => columns.map(({ kind }, index) => escaped(kind, textOf(row)[index] ?? ''))),
        ],
        { bom: true, record_delimiter: 'windows' },
      ),
    );
  if (file.format === 'xlsx') {
    const head = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
    const sheet = rows.map((row) =>
      columns.map(
        ({ kind }, index) =>
          numberCell(kind, row[index] ?? null) ?? { value: textOf(row)[index] ?? '', type: String },
      ),
    );
    const options = { rightToLeft: language === 'ar', stickyRowsCount: 1 };
    const blob = await writeWorkbook([head, ...sheet], options).toBlob();
    return new Uint8Array(await blob.arrayBuffer());
  }
  const { from, to } = file.period;
  return tablePdf({
    title: translate(`reports.kinds.${report}`, {}),
    subtitle: from === to ? from : `${from} – ${to}`,
    columns: columns.map(({ kind }, index) => ({
      heading: headings[index] ?? '',
      isFigure: figures.includes(kind),
    })),
    rows: rows.map(textOf),
    total: [translate('reports.total', {}), ...textOf(file.total).slice(1)],
    direction: language === 'ar' ? 'rtl' : 'ltr',
    madeAt: file.madeAt,
    fonts: fonts(),
  });
}

const figures: readonly CellKind[] = ['count', 'quantity', 'money'];

/** Figures begin with a sign where they are below zero, which is no formula. */
const escaped = (kind: CellKind, text: string) =>
  !figures.includes(kind) && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;

function cellText(kind: CellKind, cell: Cell, language: Language): string {
  if (cell === null) return '';
  if (kind === 'money') return halalasToText(cell as Halalas);
  if (kind === 'hour') return `${String(cell).padStart(2, '0')}:00`;
  if (kind === 'instant') {
    const { date, time } = riyadhDateTime(Date.parse(String(cell)));
    return `${date} ${time}`;
  }
  if (kind === 'vatBox') return vatLineText(String(cell), language);
  if (kind === 'person' && cell === '') return screens[language]('today.unknownPerson', {});
  if (kind === 'person' && cell === 'screen') return screens[language]('app.nobody', {});
  return String(cell);
}

function vatLineText(cell: string, language: Language): string {
  const { box, detail } = readVatLine(cell);
  return screens[language](`reports.boxes.${box}`, { detail: reasonWords(detail, language) });
}

/** Figures are numbers in a workbook, so that they can be added up there; undefined for what is no figure. */
function numberCell(kind: CellKind, cell: Cell) {
  if (cell === null || !figures.includes(kind)) return undefined;
  const money = kind === 'money';
  return {
    value: Number(money ? halalasToText(cell as Halalas) : cell),
    type: Number,
    ...(money && { format: '#,##0.00' }),
  };
}
