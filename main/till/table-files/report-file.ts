import { readActorKey } from '../../../shared/actor.ts';
import {
  type Cell,
  type CellKind,
  type ReportKind,
  reportColumns,
} from '../../../shared/contract/till/reports.ts';
import { readVatLine, reasonWords } from '../../../shared/sale/vat-box.ts';
import type { Language } from '../../../shared/values/language.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { actorText } from '../../../shared/words/actor-text.ts';
import { screens } from '../../../shared/words/screens.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { Period } from '../../books/ledger/sums/takings.ts';
import type { Fonts } from '../../document/paper/fonts.ts';
import { type TableFile, tableFile } from './table-file.ts';

export interface ReportFile extends Pick<TableFile, 'format' | 'language' | 'madeAt'> {
  readonly report: ReportKind;
  readonly period: Period;
  readonly rows: readonly (readonly Cell[])[];
  readonly total: readonly Cell[];
}

/** Writes a report for a spreadsheet or for paper. */
export const reportFile = (file: ReportFile, fonts: () => Fonts): Promise<Uint8Array> =>
  tableFile(toTable(file), fonts);

function toTable({
  report,
  period: { from, to },
  rows,
  total,
  format,
  language,
  madeAt,
}: ReportFile): TableFile {
  const columns = reportColumns[report];
  const translate = screens[language];
  const textsOf = (row: readonly Cell[]) =>
    Object.fromEntries(
      columns.map(({ name, kind }, index) => [name, cellText(kind, row[index] ?? null, language)]),
    );
  return {
    title: translate(`reports.kinds.${report}`, {}),
    subtitle: from === to ? from : `${from} – ${to}`,
    columns: columns.map(({ name, kind }) => ({
      name,
      heading: translate(`reports.columns.${name}`, {}),
      kind: kind === 'money' ? 'money' : figures.includes(kind) ? 'figure' : 'text',
    })),
    rows: rows.map(textsOf),
    total: { ...textsOf(total), [columns[0].name]: translate('reports.total', {}) },
    format,
    language,
    madeAt,
  };
}

const figures: readonly CellKind[] = ['count', 'quantity', 'money'];

function cellText(kind: CellKind, cell: Cell, language: Language): string {
  if (cell === null) return '';
  if (kind === 'money') return halalasToText(cell as Halalas);
  if (kind === 'hour') return `${String(cell).padStart(2, '0')}:00`;
  if (kind === 'instant') {
    const { date, time } = riyadhDateTime(Date.parse(String(cell)));
    return `${date} ${time}`;
  }
  if (kind === 'vatBox') return vatLineText(String(cell), language);
  if (kind === 'issuer') return issuerText(String(cell), language);
  if (kind === 'person') return actorText(String(cell), language);
  return String(cell);
}

function issuerText(cell: string, language: Language): string {
  const { kind, name } = readActorKey(cell);
  if (kind === 'program') return screens[language]('today.program', { name });
  if (kind === 'person') return cellText('person', name, language);
  return screens[language](`invoice.source.${kind}`, {});
}

function vatLineText(cell: string, language: Language): string {
  const { box, detail } = readVatLine(cell);
  return screens[language](`reports.boxes.${box}`, { detail: reasonWords(detail, language) });
}
