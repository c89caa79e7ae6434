import { type Halalas, halalasToText } from '../../shared/money.ts';

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

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const parted = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}
