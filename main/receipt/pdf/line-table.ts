import { type Halalas, sumHalalas } from '../../../shared/money.ts';
import type { InvoiceLine, PrepaymentLine } from '../../invoice/invoice.ts';
import { decimalText, moneyText, rateText } from '../amounts.ts';
import type { PrintedDocument } from '../printed-document.ts';
import { labels, type Words } from '../words.ts';
import {
  type Atom,
  ascent,
  type Column,
  ink,
  labelStyle,
  left,
  type Place,
  right,
  type Sheet,
  soft,
  textStyle,
} from './sheet.ts';

/* The lines of a document, one row each, from right to left. */

const numberStyle = { ...textStyle, size: 8.5 };
const underStyle = { size: 7.5, weight: 'regular', color: soft } as const;
const padding = 6;

interface TableColumn {
  readonly label: Words;
  readonly place: Place;
}

/** Widths in points; the item takes what they leave. */
const widths = {
  index: 20,
  item: 0,
  quantity: 46,
  price: 54,
  discount: 46,
  net: 54,
  rate: 36,
  vat: 48,
  total: 68,
};
type ColumnName = keyof typeof widths;

export const totalWidth = widths.total;

const columns = placeColumns();

function placeColumns(): Readonly<Record<ColumnName, TableColumn>> {
  let fixed = 0;
  for (const each of Object.values(widths)) fixed += each;
  let edge = right;
  const placed = Object.entries(widths).map(([name, fixedWidth]) => {
    const columnWidth = name === 'item' ? right - left - fixed : fixedWidth;
    // Leaves a gap between the item and the numbers.
    const place = { left: edge - columnWidth + padding, right: edge };
    edge -= columnWidth;
    const label = name === 'index' ? { ar: '#', en: '#' } : labels[name as Exclude<ColumnName, 'index'>];
    return [name, { label, place }];
  });
  return Object.fromEntries(placed) as Record<ColumnName, TableColumn>;
}

export function setLineTable(sheet: Sheet, { invoice }: PrintedDocument): void {
  const head = tableHead(sheet);
  sheet.flow([[sheet.space(14), head]], { together: true });
  const rows = [
    ...invoice.lines.map((line) => rowOf(sheet, line)),
    ...invoice.prepayments.map((line) => prepaymentRow(sheet, line)),
  ];
  for (const row of rows) sheet.flow([row], { head, together: true });
}

function tableHead(sheet: Sheet): Atom {
  const labelSize = { ...labelStyle, color: ink };
  return {
    height: 30,
    draw(top) {
      for (const { label, place } of Object.values(columns)) {
        sheet.fitted(label.ar, labelSize, place, top + 11);
        if (label.en !== label.ar) sheet.fitted(label.en, { ...underStyle, size: 6.5 }, place, top + 20);
      }
      sheet.line(top + 27);
    },
  };
}

function rowOf(sheet: Sheet, line: InvoiceLine): Column {
  const discounts = line.allowanceCharges.filter(({ charge }) => !charge);
  const unit = line.unit === '' || line.unit === 'PCE' ? '' : ` ${line.unit}`;
  const cells: Partial<Record<ColumnName, string>> = {
    index: line.id,
    quantity: `${decimalText(line.quantity, 0)}${unit}`,
    price: decimalText(line.price, 2),
    discount: discounts.length === 0 ? '–' : moneyText(sumHalalas(discounts.map(({ amount }) => amount))),
    net: moneyText(line.net),
    rate:
      line.vat.category === 'S' ? rateText(line.vat.rate) : `${line.vat.category} ${rateText(line.vat.rate)}`,
    vat: moneyText(line.vatAmount),
    total: moneyText(line.gross),
  };
  const { place } = columns.item;
  const codes = [line.barcode, line.sellerItemId, line.buyerItemId].filter((code) => code !== undefined);
  const under = [
    ...(codes.length > 0 ? [codes.join(' · ')] : []),
    ...line.allowanceCharges.flatMap(({ charge, reason, amount }) => {
      if (charge)
        return [
          `${labels.charge.ar} ${labels.charge.en}${reason ? ` · ${reason}` : ''} +${moneyText(amount)}`,
        ];
      return reason === undefined ? [] : [reason];
    }),
  ];
  return row(sheet, cells, [
    ...sheet.text(line.name, textStyle, place),
    ...under.flatMap((text) => sheet.text(text, underStyle, place)),
  ]);
}

/** Sets a prepayment below its name with its own amounts, since it adds nothing to the lines. */
function prepaymentRow(sheet: Sheet, line: PrepaymentLine): Column {
  const { place } = columns.item;
  const { number, issueDate } = line.document;
  return row(sheet, { index: line.id, rate: rateText(line.vat.rate) }, [
    ...sheet.text(line.name, textStyle, place),
    ...sheet.text(`${number} · ${issueDate}`, underStyle, place),
    ...sheet.text(amountText(labels.taxable, line.taxable), underStyle, place),
    ...sheet.text(amountText(labels.vat, line.vatAmount), underStyle, place),
  ]);
}

const amountText = ({ ar, en }: Words, amount: Halalas) => `${ar} ${en} ${moneyText(amount)}`;

/** Sets the numbers beside the first line of the item's text. */
function row(sheet: Sheet, cells: Partial<Record<ColumnName, string>>, item: Column): Column {
  const [first, ...rest] = item;
  const firstHeight = first?.height ?? 0;
  return [
    {
      height: firstHeight + 4,
      draw(top) {
        const baseline = top + 4 + ascent(textStyle.size);
        first?.draw(top + 4);
        for (const [name, text] of Object.entries(cells))
          sheet.fitted(text, numberStyle, columns[name as ColumnName].place, baseline);
      },
    },
    ...rest,
    {
      height: 4,
      draw: (top) => sheet.line(top + 3.5),
    },
  ];
}
