import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';

/**
 * Returns the official name of a document's file: VAT number, date and time without punctuation, and the document
 * number with hyphens for other characters. Source: XML Implementation Standard §14.
 */
export function documentFileName(vatNumber: string, document: { issuedAt: number; number: string }): string {
  const { date, time } = riyadhDateTime(document.issuedAt);
  const plain = (text: string) => text.replace(/[-:]/g, '');
  return `${vatNumber}_${plain(date)}T${plain(time)}_${document.number.replace(/[^A-Za-z0-9]/g, '-')}.xml`;
}
