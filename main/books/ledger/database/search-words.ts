import { withLatinDigits } from '../../../../shared/values/arabic-digits.ts';

/** Arabic letters that are written in several ways, and their common form; marks and hamza seats are gone before. */
const oneForMany: Record<string, string> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ە: 'ه',
  ہ: 'ه',
};

/**
 * Returns the words of a text for comparison. They have no vowel marks, tatweel, accents or capitals, one form of alef,
 * yaa, kaf and haa, and Latin digits. NFKD splits أ إ آ ؤ ئ into a letter and a mark, and joined forms into plain
 * letters.
 */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640ء]/gu, '')
    .toLowerCase()
    .replace(/[ٱىیېکةۀەہ]/g, (letter) => oneForMany[letter] ?? letter);
  return withLatinDigits(folded).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the text of a full-text row: every word with a space before and after it. */
export function searchText(text: string): string {
  return ` ${searchWords(text).join(' ')} `;
}

/**
 * Returns the phrases that `searchText` must contain for all of these words to match. A word is also found inside
 * others (جرير in بجرير). A word of two letters must begin a word, and a single letter must be a whole word, because a
 * trigram index cannot find shorter texts.
 */
export function searchPhrases(text: string): string[] {
  return searchWords(text).map((word) => {
    const length = [...word].length;
    return length > 2 ? word : length === 2 ? ` ${word}` : ` ${word} `;
  });
}

/** Returns the FTS5 query for all of these phrases, of which there must be at least one. */
export function searchQuery(phrases: readonly string[]): string {
  return phrases.map((phrase) => `"${phrase}"`).join(' AND ');
}
