import { exemptionReason } from '../../../../shared/sale/vat.ts';
import type { RiyalSign } from '../../../../shared/shop-lines.ts';
import type { VatSubtotal } from '../../invoice/invoice.ts';
import { subtotals } from '../agreed-column.ts';
import { adjustmentWords, decimalText, moneyText, rateText } from '../amounts.ts';
import type { PrintedDocument } from '../printed-document.ts';
import { currencyLetters, signPath, signSize } from '../riyal-sign.ts';
import { categories, labels, vatAt, type Words } from '../words.ts';
import { totalWidth } from './line-table.ts';
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
  seal,
  soft,
  strong,
  textStyle,
} from './sheet.ts';

const totalsPlace: Place = { left, right: left + 246 };
/** The place of amounts, aligned with the last column of the lines. */
const amountPlace: Place = { left, right: left + totalWidth };
const breakdownPlace: Place = { left: left + 278, right };
const breakdownColumns = {
  taxable: { left: left + 346, right: left + 412 },
  vat: { left: left + 278, right: left + 336 },
};

export function setTotals(sheet: Sheet, document: PrintedDocument, sign: RiyalSign): void {
  sheet.flow([[sheet.space(12)]]);
  sheet.flow([totalRows(sheet, document, sign), breakdown(sheet, document)], { together: true });
}

type Row = readonly [Words, number];

function totalRows(sheet: Sheet, document: PrintedDocument, sign: RiyalSign): Column {
  const { invoice, column, isGift } = document;
  const { totals, currency, exchangeRate } = invoice;
  const { goods, beforeVat, withVat } = subtotals(column);
  const isTotalShort = column.prepaid.length > 0 || column.rounding !== 0 || isGift;
  const rows: Row[] = [
    ...(column.adjustments.length > 0 ? [[labels.lines, goods] as const] : []),
    ...column.adjustments.map((each) => [adjustmentWords(each), each.amount] as const),
    ...(column.includesVat ? [] : [[labels.taxExclusive, beforeVat] as const]),
    ...column.vat.map(({ rate, amount }) => [vatAt(rateText(rate)), amount] as const),
    ...(isTotalShort ? [[labels.taxInclusive, withVat] as const] : []),
    ...column.prepaid.map(({ number, amount }) => [numbered(labels.prepaid, number), amount] as const),
    ...(column.rounding === 0 ? [] : [[labels.rounding, column.rounding] as const]),
  ];
  const inSar: (readonly [Words, string])[] =
    currency === 'SAR'
      ? []
      : [
          ...(exchangeRate === undefined
            ? []
            : [[labels.exchangeRate, `1 ${currency} = ${decimalText(exchangeRate, 2)} SAR`] as const]),
          [labels.vatInSar, moneyText(totals.vatInSar)],
        ];
  return [
    ...rows.map(([label, amount]) => amountRow(sheet, label, moneyText(amount))),
    payableRow(sheet, document, sign),
    ...inSar.map((row) => amountRow(sheet, ...row)),
  ];
}

const numbered = ({ ar, en }: Words, number: string): Words => ({ ar, en: `${en} ${number}` });

function amountRow(sheet: Sheet, label: Words, value: string): Atom {
  // A label that is the same in both languages is the shop's own text, of any length.
  const place = { ...totalsPlace, left: amountPlace.right + 4 };
  return {
    height: textStyle.size * 1.75,
    draw(top) {
      const baseline = top + ascent(textStyle.size);
      if (label.ar === label.en) sheet.fitted(label.ar, textStyle, place, baseline);
      else sheet.words(label, textStyle, totalsPlace, baseline);
      sheet.fitted(value, textStyle, amountPlace, baseline);
    },
  };
}

function payableRow(
  sheet: Sheet,
  { invoice: { typeCode, currency }, due, isGift }: PrintedDocument,
  sign: RiyalSign,
): Atom {
  return {
    height: 34,
    draw(top) {
      sheet.line(top + 2, totalsPlace.left, totalsPlace.right);
      const label = typeCode === '381' && !isGift ? labels.credited : labels.payable;
      const letters = currencyLetters(currency, sign);
      const ar = letters === undefined ? label.ar : `${label.ar} (${letters})`;
      sheet.words({ ar, en: label.en }, strong({ ...textStyle, size: 10.5 }), totalsPlace, top + 19);
      const style = { size: 14, weight: 'semibold', color: seal } as const;
      const amount = moneyText(due);
      sheet.fitted(amount, style, amountPlace, top + 20);
      if (letters !== undefined) return;
      const scale = (style.size * 0.74) / signSize.height;
      const shown = Math.min(sheet.widthOf(amount, style), amountPlace.right - amountPlace.left);
      const x = amountPlace.right - shown - signSize.width * scale - 3;
      sheet.shape(signPath, { x, y: top + 20 - style.size * 0.72, scale, color: seal });
    },
  };
}

function breakdown(sheet: Sheet, { invoice, column }: PrintedDocument): Column {
  const { vatBreakdown, totals } = invoice;
  const head: Atom = {
    height: 17,
    draw(top) {
      sheet.words(labels.breakdown, { ...labelStyle, color: ink }, breakdownPlace, top + 9);
      sheet.words(labels.taxable, labelStyle, breakdownColumns.taxable, top + 9);
      sheet.words(labels.vat, labelStyle, breakdownColumns.vat, top + 9);
      sheet.line(top + 14, breakdownPlace.left, breakdownPlace.right);
    },
  };
  const sums = { taxable: totals.taxExclusive, vatAmount: totals.vat };
  return [
    head,
    ...vatBreakdown.flatMap((row) => breakdownRow(sheet, row)),
    breakdownSums(sheet, labels.total, sums),
    ...(column.vatRounding === 0
      ? []
      : [breakdownSums(sheet, labels.vatRounding, { vatAmount: column.vatRounding })]),
  ];
}

function breakdownSums(
  sheet: Sheet,
  label: Words,
  { taxable, vatAmount }: { taxable?: number; vatAmount: number },
): Atom {
  const style = { ...textStyle, size: 8.5 };
  return {
    height: style.size * 1.7,
    draw(top) {
      const baseline = top + ascent(style.size);
      sheet.words(label, style, breakdownPlace, baseline);
      if (taxable !== undefined) sheet.fitted(moneyText(taxable), style, breakdownColumns.taxable, baseline);
      sheet.fitted(moneyText(vatAmount), style, breakdownColumns.vat, baseline);
    },
  };
}

function breakdownRow(sheet: Sheet, row: VatSubtotal): Column {
  const { category, rate, taxable, vatAmount, exemptionCode, exemptionText } = row;
  const style = { ...textStyle, size: 8.5 };
  const first: Atom = {
    height: style.size * 1.7,
    draw(top) {
      const baseline = top + ascent(style.size);
      const ar = `${categories[category].ar} ${rateText(rate)}`;
      sheet.words({ ar, en: ar }, style, breakdownPlace, baseline);
      sheet.fitted(moneyText(taxable), style, breakdownColumns.taxable, baseline);
      sheet.fitted(moneyText(vatAmount), style, breakdownColumns.vat, baseline);
    },
  };
  const reason = exemptionCode === undefined ? undefined : exemptionReason(exemptionCode);
  // The document's own text, and the official words that it lacks.
  const official = reason === undefined ? [] : [reason.ar, reason.en];
  const added = official.filter((text) => text !== '' && !exemptionText?.includes(text));
  const why = [categories[category].en, exemptionText ?? '', ...added, exemptionCode ?? ''].filter(
    (text) => text !== '',
  );
  return [
    first,
    ...why.flatMap((text) => sheet.text(text, { size: 7.5, weight: 'regular', color: soft }, breakdownPlace)),
    sheet.space(3),
  ];
}
