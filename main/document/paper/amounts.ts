import { Exact, type Halalas, halalasToText } from '../../../shared/values/money.ts';
import type { ColumnAdjustment } from './agreed-column.ts';
import { labels, type Words } from './words.ts';

/** Formats money as `1,234.50`: Latin digits in both languages, as on the document itself. */
export function moneyText(amount: Halalas): string {
  return grouped(halalasToText(amount));
}

/**
 * Formats a document's decimal with thousands separators and without needless zeros; keeps at least `decimals` places.
 */
export function decimalText(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return grouped(kept === '' ? whole : `${whole}.${kept}`);
}

/** Formats a rate as `15%` or `5.5%`. */
export function rateText(rate: string): string {
  return `${decimalText(rate, 0)}%`;
}

/** Formats a unit price as agreed, which has six decimals at most. */
export function priceText(price: string): string {
  return shortened(price, 6);
}

/** Formats a unit price from which VAT was removed, and which may therefore have any number of decimals. */
export function netPriceText(price: string): string {
  return shortened(price, 4);
}

const shortened = (price: string, decimals: number) =>
  decimalText(new Exact(price).toDecimalPlaces(decimals).toFixed(), 2);

export function adjustmentWords({ charge, percent, reason }: ColumnAdjustment): Words {
  const label = charge ? labels.charge : labels.discount;
  const size = percent === undefined ? '' : ` ${rateText(percent)}`;
  const why = reason === undefined ? '' : ` · ${reason}`;
  // A charge is described by its reason only.
  if (charge && reason !== undefined) return { ar: `${reason}${size}`, en: `${reason}${size}` };
  return { ar: `${label.ar}${size}`, en: `${label.en}${size}${why}` };
}

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const parted = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}
