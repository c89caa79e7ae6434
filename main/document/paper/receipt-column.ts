import { exemptionReason } from '../../../shared/sale/vat.ts';
import { type RiyalSign, type ShownLines, showsPart } from '../../../shared/shop-lines.ts';
import { escapeHtml } from '../../base/platform/escape-html.ts';
import type { Invoice, VatSubtotal } from '../invoice/invoice.ts';
import { type AgreedColumn, type ColumnLine, subtotals } from './agreed-column.ts';
import { adjustmentWords, decimalText, moneyText, priceText, rateText } from './amounts.ts';
import { both, latin, written } from './paper-page.ts';
import { cardText, type PrintedDocument, type PrintedPayment } from './printed-document.ts';
import { currencyLetters, signPath, signSize } from './riyal-sign.ts';
import { categories, labels, meansWords, unitWords, vatAt } from './words.ts';

/*
 * The figures of a receipt. Every row of the column adds to the amount due, except those of the class `sub`, which are
 * sums of the rows above them.
 */

const row = (label: string, amount: number, kind = '') =>
  `<tr${kind === '' ? '' : ` class="${kind}"`}><td>${label}</td><td>${latin(moneyText(amount))}</td></tr>`;

export function lineRows({ column, invoice }: PrintedDocument, shop: ShownLines): string {
  // Without rates, lines with different VAT in one document would look alike.
  const hasRates = invoice.vatBreakdown.length > 1 || showsPart(shop, 'lineVat');
  const hasCodes = showsPart(shop, 'itemCodes');
  return column.lines.flatMap((line) => lineRow(line, { hasRates, hasCodes })).join('');
}

function lineRow(
  { document, unitPrice, amount, adjustments }: ColumnLine,
  { hasRates, hasCodes }: { hasRates: boolean; hasCodes: boolean },
): string[] {
  const code = hasCodes ? (document.sellerItemId ?? document.barcode) : undefined;
  const unit = unitWords(document.unit);
  const parts = [
    `${latin(decimalText(document.quantity, 0))}${unit === undefined ? '' : ` ${both(unit)}`}`,
    `× ${latin(priceText(unitPrice))}`,
    ...(hasRates ? [`· ${latin(rateText(document.vat.rate))}`] : []),
    ...(code === undefined ? [] : [`· ${latin(code)}`]),
  ];
  const label = `<bdi>${written(document.name)}</bdi><small>${parts.join(' ')}</small>`;
  return [
    row(label, amount, 'line'),
    ...adjustments.map((each) => row(`<small>${both(adjustmentWords(each))}</small>`, each.amount)),
  ];
}

export function sumRows({ column, invoice, due, isGift }: PrintedDocument, sign: RiyalSign): string {
  const { totals, currency, exchangeRate, typeCode } = invoice;
  const { goods, beforeVat, withVat } = subtotals(column);
  const hasAdvance = column.prepaid.length > 0 || column.rounding !== 0;
  const isCredited = typeCode === '381' && !isGift;
  return [
    column.adjustments.length > 0 ? row(both(labels.lines), goods, 'sub') : '',
    ...column.adjustments.map((each) => row(both(adjustmentWords(each)), each.amount)),
    column.includesVat ? '' : row(both(labels.taxExclusive), beforeVat, 'sub'),
    ...column.vat.map((each) => row(both(vatAt(rateText(each.rate))), each.amount)),
    hasAdvance || isGift ? row(both(labels.taxInclusive), withVat, 'sub') : '',
    ...column.prepaid.map(({ number, amount }) => row(`${both(labels.prepaid)} ${latin(number)}`, amount)),
    column.rounding === 0 ? '' : row(both(labels.rounding), column.rounding),
    `<tr class="payable"><td>${both(isCredited ? labels.credited : labels.payable)}</td><td>${money(due, currency, sign)}</td></tr>`,
    isGift ? `<tr class="sub"><td colspan="2">${both(labels.gift)}</td></tr>` : '',
    ...(currency === 'SAR'
      ? []
      : [
          exchangeRate === undefined ? '' : rateRow(currency, exchangeRate),
          row(both(labels.vatInSar), totals.vatInSar, 'sub'),
        ]),
  ].join('');
}

/** An amount with its currency to the left of it. */
function money(amount: number, currency: string, sign: RiyalSign): string {
  const letters = currencyLetters(currency, sign);
  const { width, height } = signSize;
  const before =
    letters === undefined
      ? `<svg class="riyal" role="img" aria-label="SAR" viewBox="0 0 ${width} ${height}"><path d="${signPath}"/></svg>`
      : `<bdi>${escapeHtml(letters)}</bdi>`;
  return `<bdi dir="ltr">${before} ${moneyText(amount)}</bdi>`;
}

const rateRow = (currency: string, rate: string) =>
  `<tr class="sub"><td>${both(labels.exchangeRate)}</td><td><small>${latin(`1 ${currency} = ${decimalText(rate, 2)} SAR`)}</small></td></tr>`;

export function vatTable({ vatBreakdown, totals }: Invoice, { vatRounding }: AgreedColumn): string {
  const head = [labels.rate, labels.taxable, labels.vat].map((label) => `<th>${both(label)}</th>`).join('');
  const rows = vatBreakdown.map((each) => {
    const cells = [rateText(each.rate), moneyText(each.taxable), moneyText(each.vatAmount)];
    const why = reasonOf(each);
    return [
      `<tr>${cells.map((cell) => `<td>${latin(cell)}</td>`).join('')}</tr>`,
      why === '' ? '' : `<tr><td colspan="3"><small>${why}</small></td></tr>`,
    ].join('');
  });
  const sums = [totals.taxExclusive, totals.vat].map((sum) => `<td>${latin(moneyText(sum))}</td>`).join('');
  const rounding =
    vatRounding === 0
      ? ''
      : `<tr><td colspan="2">${both(labels.vatRounding)}</td><td>${latin(moneyText(vatRounding))}</td></tr>`;
  // The sums of a single rate would be its row again.
  const all = vatBreakdown.length === 1 ? '' : `<tr class="all"><td>${both(labels.total)}</td>${sums}</tr>`;
  const caption = vatBreakdown.length === 1 ? '' : `<caption>${both(labels.vatWithin)}</caption>`;
  return `<table class="vat">${caption}<thead><tr>${head}</tr></thead><tbody>${rows.join('')}${all}${rounding}</tbody></table>`;
}

function reasonOf({ category, exemptionCode, exemptionText }: VatSubtotal): string {
  if (category === 'S') return '';
  const official = exemptionCode === undefined ? undefined : exemptionReason(exemptionCode);
  const text = official?.ar ? both(official) : written(exemptionText ?? '');
  return [both(categories[category]), text].filter((part) => part !== '').join(' · ');
}

export function paymentRows(payments: readonly PrintedPayment[]): string {
  const stated = payments.filter(({ amount }) => amount !== undefined);
  const plain = payments.filter(({ amount }) => amount === undefined);
  const rows = stated.flatMap(({ code, amount = 0, tendered, change, card }) => [
    row(both(meansWords(code)), amount),
    cardText(card) === ''
      ? ''
      : `<tr class="sub"><td colspan="2"><small>${latin(cardText(card).replace('**** ', '****\u00a0'))}</small></td></tr>`,
    tendered === undefined || change === undefined
      ? ''
      : row(`${both(labels.tendered)} ${latin(moneyText(tendered))} · ${both(labels.change)}`, change),
  ]);
  return [
    ...(rows.length > 0 ? [`<table class="paid"><tbody>${rows.join('')}</tbody></table>`] : []),
    ...plain.map(({ code }) => `<p class="payment">${both(meansWords(code))}</p>`),
  ].join('');
}
