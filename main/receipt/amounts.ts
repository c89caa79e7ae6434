import { type Halalas, halalasToText } from '../../shared/money.ts';

/** `1,234.50`: Latin digits in both languages, as on the document itself. */
export function moneyText(amount: Halalas): string {
  return grouped(halalasToText(amount));
}

/** A decimal as a document writes it, thousands parted, needless zeros off; at least `decimals` stay. */
export function decimalText(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return grouped(kept === '' ? whole : `${whole}.${kept}`);
}

/** `15%`, `5.5%`. */
export function rateText(rate: string): string {
  return `${decimalText(rate, 0)}%`;
}

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const parted = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}
