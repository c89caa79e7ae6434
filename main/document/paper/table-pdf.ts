import type { Fonts } from './fonts.ts';
import { createPdfFile } from './pdf/pdf-file.ts';
import {
  type Atom,
  ascent,
  createSheet,
  labelStyle,
  left,
  type Place,
  right,
  type Sheet,
  seal,
  strong,
  textStyle,
} from './pdf/sheet.ts';

export interface TablePdfOptions {
  readonly title: string;
  readonly subtitle: string;
  readonly columns: readonly { readonly heading: string; readonly isFigure: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly total: readonly string[];
  readonly direction: 'rtl' | 'ltr';
  /** The time in milliseconds since 1970. */
  readonly madeAt: number;
  readonly fonts: Fonts;
}

const rowHeight = 17;
const gap = 8;
/** The width of a column of figures, in points; columns of text share the rest. */
const figureWidth = { few: 80, many: 58 };
const fewColumns = 5;

export async function tablePdf(options: TablePdfOptions): Promise<Buffer> {
  const { title, subtitle, direction, rows, total, columns } = options;
  const file = createPdfFile({ title: `${title} ${subtitle}`, createdAt: options.madeAt });
  const sheet = createSheet(file, options.fonts);
  const align = direction === 'rtl' ? 'right' : 'left';
  const titleStyle = { size: 18, weight: 'semibold', color: seal } as const;
  sheet.flow([
    [
      ...sheet.text(title, titleStyle, { left, right, align, direction }),
      ...sheet.text(subtitle, textStyle, { left, right, align }),
      sheet.space(10),
    ],
  ]);
  const places = placesOf(options);
  const head = rowAtom(
    sheet,
    columns.map(({ heading }) => heading),
    places,
    true,
  );
  sheet.flow([[head]], { together: true });
  for (const row of rows) sheet.flow([[rowAtom(sheet, row, places, false)]], { head, together: true });
  sheet.flow([[rowAtom(sheet, total, places, true)]], { head, together: true });
  sheet.finish((page, pages, baseline) =>
    sheet.fitted(`${page} / ${pages}`, { ...labelStyle, weight: 'regular' }, { left, right }, baseline),
  );
  return file.end();
}

function placesOf({ columns, direction }: TablePdfOptions): Place[] {
  const figure = figureWidth[columns.length > fewColumns ? 'many' : 'few'];
  const texts = columns.filter(({ isFigure }) => !isFigure).length;
  const text = (right - left - figure * (columns.length - texts)) / Math.max(1, texts);
  let at = 0;
  return columns.map(({ isFigure }) => {
    const from = at;
    at += isFigure ? figure : text;
    // Figures are on the right in both directions, so that their decimal points are aligned.
    return direction === 'rtl'
      ? { left: right - at + gap, right: right - from, align: 'right' }
      : { left: left + from, right: left + at - gap, align: isFigure ? 'right' : 'left' };
  });
}

function rowAtom(sheet: Sheet, cells: readonly string[], places: readonly Place[], isStrong: boolean): Atom {
  const style = isStrong ? strong(textStyle) : textStyle;
  return {
    height: rowHeight,
    draw(top) {
      for (const [index, place] of places.entries())
        sheet.fitted(cells[index] ?? '', style, place, top + ascent(style.size));
      sheet.line(top + rowHeight - 4);
    },
  };
}
