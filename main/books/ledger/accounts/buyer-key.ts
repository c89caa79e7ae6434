import type { Buyer } from '../../../../shared/sale/party.ts';
import { searchText, searchWords } from '../database/search-words.ts';

/** Returns the key that distinguishes buyers: the VAT number, else the other number with its scheme, else the name. */
export function keyOfBuyer({ name, vatNumber, identification }: Buyer): string {
  if (vatNumber !== undefined) return `number ${vatNumber}`;
  if (identification === undefined) return `name${searchText(name)}`;
  return `number ${identification.scheme} ${identification.value.toUpperCase()}`;
}

/** Returns the text that a search for buyers reads. */
export const foldedBuyer = ({ name, vatNumber, identification }: Buyer) =>
  searchText([name, vatNumber, identification?.value].join(' '));

/** Returns the end of a key, by which a manager recognises the buyer; the audit log has no more of a buyer. */
export const endOfKey = (key: string): string =>
  // A short number would otherwise end with its scheme.
  key.startsWith('number ')
    ? `…${key
        .replace(/^number \S+ /, 'number ')
        .slice(-4)
        .trim()}`
    : '…';

/** Returns the texts that `foldedBuyer` must contain, as JSON: a word of one or two letters must begin a word. */
export const buyerParts = (text: string): string =>
  JSON.stringify(searchWords(text).map((word) => ([...word].length > 2 ? word : ` ${word}`)));

/** The condition for a buyer `b` that has all of the parts in `:parts`. */
export const hasParts = 'NOT EXISTS (SELECT 1 FROM json_each(:parts) WHERE instr(b.folded, value) = 0)';

/**
 * The buyers with the time of their newest document, and the condition that leaves out a buyer whose only document the
 * authority refused.
 */
export const buyersWithSales =
  'known_buyer AS b LEFT JOIN document AS d ON d.icv = b.last LEFT JOIN submission AS s ON s.icv = b.last LEFT JOIN wrong_time AS w ON w.icv = b.last';
export const isUsable = `NOT (b.sold = 1 AND b.written_at IS NULL AND s.state = 'rejected')`;

/** The condition for the keys of a buyer `:key`: the present key, and those that lead to it. */
export const ofBuyer = 'key IN (SELECT :key UNION ALL SELECT a.key FROM buyer_alias AS a WHERE a.now = :key)';
