import { exemptionReason } from '../../../shared/vat.ts';
import { words } from '../../../shared/words/index.ts';
import type { Invoice, VatSubtotal } from '../../invoice/invoice.ts';
import { decimalText, moneyText, rateText } from '../amounts.ts';
import type { PrintedDocument } from '../printed-document.ts';
import { categories, labels, type Words } from '../words.ts';
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
/** Aligned with the last column of the lines. */
const amountPlace: Place = { left, right: left + totalWidth };
const breakdownPlace: Place = { left: left + 278, right };
const breakdownColumns = {
  taxable: { left: left + 346, right: left + 412 },
  vat: { left: left + 278, right: left + 336 },
};

/** Sets the totals, and the VAT by category and rate. */
export function setTotals(sheet: Sheet, document: PrintedDocument): void {
  sheet.flow([[sheet.space(12)]]);
  sheet.flow([totalRows(sheet, document), breakdown(sheet, document.invoice)], { together: true });
}

function totalRows(sheet: Sheet, { invoice }: PrintedDocument): Column {
  const { totals, currency, exchangeRate } = invoice;
  const hasAdjustments = [totals.allowances, totals.charges].some(
    (amount) => amount !== undefined && amount !== 0,
  );
  const rows: (readonly [Words, string] | undefined)[] = [
    hasAdjustments ? [labels.lines, moneyText(totals.lines)] : undefined,
    optional(labels.allowances, totals.allowances, -1),
    ...reasons(invoice, false),
    optional(labels.charges, totals.charges, 1),
    ...reasons(invoice, true),
    [labels.taxExclusive, moneyText(totals.taxExclusive)],
    [labels.vatTotal, moneyText(totals.vat)],
    [labels.taxInclusive, moneyText(totals.taxInclusive)],
    optional(labels.prepaid, totals.prepaid, -1),
    optional(labels.rounding, totals.rounding, 1),
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
    ...rows.flatMap((row) => (row === undefined ? [] : [amountRow(sheet, ...row)])),
    payableRow(sheet, invoice),
    ...inSar.map((row) => amountRow(sheet, ...row)),
  ];
}

function optional(label: Words, amount: number | undefined, sign: 1 | -1) {
  return amount === undefined || amount === 0 ? undefined : ([label, moneyText(sign * amount)] as const);
}

/** Returns the stated reasons for discounts and charges on the whole document. */
function reasons({ allowanceCharges }: Invoice, charges: boolean): (readonly [Words, string])[] {
  const said = allowanceCharges.filter(
    ({ charge, reason, amount }) => charge === charges && reason !== undefined && amount !== 0,
  );
  return said.map(({ reason = '', amount }) => [{ ar: reason, en: reason }, `(${moneyText(amount)})`]);
}

function amountRow(sheet: Sheet, label: Words, value: string): Atom {
  const isReason = label.ar === label.en;
  const style = isReason ? { ...textStyle, size: 7.5, color: soft } : textStyle;
  return {
    height: textStyle.size * (isReason ? 1.4 : 1.75),
    draw(top) {
      const baseline = top + ascent(textStyle.size);
      sheet.words(label, style, totalsPlace, baseline);
      sheet.fitted(value, style, amountPlace, baseline);
    },
  };
}

function payableRow(sheet: Sheet, { typeCode, totals, currency }: Invoice): Atom {
  return {
    height: 34,
    draw(top) {
      sheet.line(top + 2, totalsPlace.left, totalsPlace.right);
      const label = typeCode === '381' ? labels.credited : labels.payable;
      const unit = currency === 'SAR' ? words.ar.formats.riyal : currency;
      const ar = `${label.ar} (${unit})`;
      sheet.words({ ar, en: label.en }, strong({ ...textStyle, size: 10.5 }), totalsPlace, top + 19);
      const style = { size: 14, weight: 'semibold', color: seal } as const;
      sheet.fitted(moneyText(totals.payable), style, amountPlace, top + 20);
    },
  };
}

function breakdown(sheet: Sheet, { vatBreakdown }: Invoice): Column {
  const head: Atom = {
    height: 17,
    draw(top) {
      sheet.words(labels.breakdown, { ...labelStyle, color: ink }, breakdownPlace, top + 9);
      sheet.words(labels.taxable, labelStyle, breakdownColumns.taxable, top + 9);
      sheet.words(labels.vat, labelStyle, breakdownColumns.vat, top + 9);
      sheet.line(top + 14, breakdownPlace.left, breakdownPlace.right);
    },
  };
  return [head, ...vatBreakdown.flatMap((row) => breakdownRow(sheet, row))];
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
  const known = exemptionCode === undefined ? undefined : exemptionReason(exemptionCode);
  // The document's own text, and the official words that it lacks.
  const official = known === undefined ? [] : [known.ar, known.en];
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
