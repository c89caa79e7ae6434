import { type Display, displayColumns } from '../../../shared/contract/till/devices.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';

export type Shown =
  | { readonly what: 'welcome' }
  | { readonly what: 'item'; readonly name: string; readonly amount: Halalas; readonly total: Halalas }
  | { readonly what: 'total'; readonly total: Halalas }
  | { readonly what: 'paid'; readonly total: Halalas; readonly change: Halalas };

const [ESC, US, CLR] = [0x1b, 0x1f, 0x0c];

/** Returns the commands that show two lines, as the manuals of customer displays with Epson's commands give them. */
export function displayBytes([first, second]: readonly [string, string]): Uint8Array {
  // Clear the display, then write each line from its first column.
  return Buffer.concat([
    Uint8Array.of(US, 0x01, CLR, US, 0x24, 1, 1),
    Buffer.from(first.padEnd(displayColumns), 'latin1'),
    Uint8Array.of(US, 0x24, 1, 2),
    Buffer.from(second.padEnd(displayColumns), 'latin1'),
  ]);
}

/** Resets a display to its state after power-on. */
export const displayReset = Uint8Array.of(ESC, 0x40);

/** Returns two lines of Latin letters and digits, since other characters differ between displays. */
export function displayLines(shown: Shown, words: Display['words']): [string, string] {
  switch (shown.what) {
    case 'welcome':
      return [centred(words.welcome), ''];
    case 'item':
      return [
        ends(latinOf(shown.name) || words.item, halalasToText(shown.amount)),
        ends(words.total, inRiyals(shown.total)),
      ];
    case 'total':
      return [words.total, ends('', inRiyals(shown.total))];
    case 'paid':
      return [ends(words.total, inRiyals(shown.total)), ends(words.change, inRiyals(shown.change))];
  }
}

const inRiyals = (amount: Halalas) => `${halalasToText(amount)} SAR`;

/** Puts an amount at the end of a line, and shortens the word before it to fit. */
function ends(word: string, amount: string): string {
  const room = Math.max(0, displayColumns - amount.length - 1);
  return `${word.slice(0, room).padEnd(room)} ${amount}`.slice(-displayColumns);
}

function centred(text: string): string {
  return text.padStart(Math.floor((displayColumns + text.length) / 2));
}

/** Returns the part of a name that has Latin letters: articles have names in both languages, «قهوة | Coffee». */
function latinOf(name: string): string {
  const parts = name.split('|').map((part) =>
    part
      .replace(/[^\x20-\x7e]+/g, ' ')
      .replace(/ {2,}/g, ' ')
      .trim(),
  );
  return parts.find((part) => /[A-Za-z]/.test(part)) ?? '';
}
