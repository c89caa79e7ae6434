import { type Halalas, sumHalalas } from '../../../../shared/values/money.ts';
import type { PrepaymentLine } from '../../invoice/invoice.ts';
import type { ColumnLine } from '../agreed-column.ts';
import { adjustmentWords, decimalText, moneyText, netPriceText, priceText, rateText } from '../amounts.ts';
import type { PrintedDocument } from '../printed-document.ts';
import { labels, unitWords, type Words } from '../words.ts';
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

const numberStyle = { ...textStyle, size: 8.5 };
const underStyle = { size: 7.5, weight: 'regular', color: soft } as const;
const padding = 6;

interface TableColumn {
  readonly label: Words;
  readonly place: Place;
}

/** Widths in points; the item gets the rest. */
const widths = {
  index: 20,
  item: 0,
  quantity: 50,
  price: 54,
  discount: 44,
  net: 54,
  rate: 34,
  vat: 48,
  total: 68,
};
type ColumnName = keyof typeof widths;
type Columns = Readonly<Record<ColumnName, TableColumn>>;

export const totalWidth = widths.total;

/** The last column must add up: with prices including VAT it is the line's total, otherwise its net amount. */
const withVat = placeColumns(['net', 'rate', 'vat', 'total'], labels.shelfPrice);
const withoutVat = placeColumns(['rate', 'vat', 'total', 'net'], labels.price);

function placeColumns(amounts: readonly ColumnName[], price: Words): Columns {
  const names: readonly ColumnName[] = ['index', 'item', 'quantity', 'price', 'discount', ...amounts];
  const widthOf = (name: ColumnName) =>
    name === names.at(-1) ? widths.total : name === 'total' ? widths.net : widths[name];
  let fixed = 0;
  for (const name of names) fixed += widthOf(name);
  let edge = right;
  const placed = names.map((name) => {
    const columnWidth = name === 'item' ? right - left - fixed : widthOf(name);
    // Leaves a gap between the item and the numbers.
    const place = { left: edge - columnWidth + padding, right: edge };
    edge -= columnWidth;
    const label = name === 'index' ? { ar: '#', en: '#' } : name === 'price' ? price : labels[name];
    return [name, { label, place }];
  });
  return Object.fromEntries(placed) as Columns;
}

export function setLineTable(sheet: Sheet, { invoice, column, simplified }: PrintedDocument): void {
  const columns = column.includesVat ? withVat : withoutVat;
  const head = tableHead(sheet, columns);
  sheet.flow([[sheet.space(14), head]], { together: true });
  // A business also needs the price before VAT.
  const netPrices = column.includesVat && !simplified;
  const rows = [
    ...column.lines.map((line) => rowOf(sheet, columns, line, netPrices)),
    ...invoice.prepayments.map((line) => prepaymentRow(sheet, columns, line)),
  ];
  for (const row of rows) sheet.flow([row], { head, together: true });
}

function tableHead(sheet: Sheet, columns: Columns): Atom {
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

function rowOf(sheet: Sheet, columns: Columns, line: ColumnLine, netPrice: boolean): Column {
  const { document, unitPrice, adjustments } = line;
  const discounts = adjustments.filter(({ charge }) => !charge);
  const unit = unitWords(document.unit);
  const { category, rate } = document.vat;
  const cells: Partial<Record<ColumnName, string>> = {
    index: document.id,
    quantity: `${decimalText(document.quantity, 0)}${unit === undefined ? '' : ` ${plain(unit)}`}`,
    price: priceText(unitPrice),
    discount: discounts.length === 0 ? '–' : moneyText(-sumHalalas(discounts.map(({ amount }) => amount))),
    net: moneyText(document.net),
    rate: category === 'S' ? rateText(rate) : `${category} ${rateText(rate)}`,
    vat: moneyText(document.vatAmount),
    total: moneyText(document.gross),
  };
  const { place } = columns.item;
  const codes = [document.barcode, document.sellerItemId, document.buyerItemId];
  const knownCodes = codes.filter((code) => code !== undefined);
  const under = [
    ...(knownCodes.length > 0 ? [knownCodes.join(' · ')] : []),
    ...(netPrice ? [`${plain(labels.beforeVatEach)} ${netPriceText(document.price)}`] : []),
    ...adjustments.map((each) => `${plain(adjustmentWords(each))} ${leftToRight(moneyText(each.amount))}`),
  ];
  return row(sheet, columns, cells, [
    ...sheet.text(document.name, textStyle, place),
    ...under.flatMap((text) => sheet.text(text, underStyle, place)),
  ]);
}

/** Keeps the sign before its figure in a text that runs from right to left. */
const leftToRight = (figure: string) => `\u2066${figure}\u2069`;

const plain = ({ ar, en }: Words) => (ar === en ? ar : `${ar} ${en}`);

/** Sets a prepayment below its name with its own amounts, since it adds nothing to the lines. */
function prepaymentRow(sheet: Sheet, columns: Columns, line: PrepaymentLine): Column {
  const { place } = columns.item;
  const { number, issueDate } = line.document;
  return row(sheet, columns, { index: line.id, rate: rateText(line.vat.rate) }, [
    ...sheet.text(line.name, textStyle, place),
    ...sheet.text(`${number} · ${issueDate}`, underStyle, place),
    ...sheet.text(amountText(labels.taxable, line.taxable), underStyle, place),
    ...sheet.text(amountText(labels.vat, line.vatAmount), underStyle, place),
  ]);
}

const amountText = (label: Words, amount: Halalas) => `${plain(label)} ${moneyText(amount)}`;

/** Sets the numbers beside the first line of the item's text. */
function row(
  sheet: Sheet,
  columns: Columns,
  cells: Partial<Record<ColumnName, string>>,
  item: Column,
): Column {
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
