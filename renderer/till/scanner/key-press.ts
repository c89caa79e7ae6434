import type { Press } from './burst.ts';

/**
 * The characters of the keys without and with Shift, by their position on the keyboard. A scanner presses the positions
 * of the layout that it was made for; read by `event.key`, T1 is ف1 while the system is set to Arabic.
 */
const symbols: Readonly<Record<string, string>> = {
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
};

/** The separator of GS1 codes, which a scanner types as Ctrl and a bracket. */
const groupSeparator = '\u001d';

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing' | 'timeStamp'
>;

/** Returns the meaning of a key event for a scan; undefined for a modifier by itself, which means nothing. */
export function pressOf(event: Key): Press | undefined {
  const { key, timeStamp: at } = event;
  if (key === 'Shift' || key === 'CapsLock' || key === 'NumLock' || key === 'Control') return undefined;
  if (event.repeat || event.isComposing || event.altKey || event.metaKey) return { kind: 'other', at };
  if (event.ctrlKey)
    return event.code === 'BracketRight'
      ? { kind: 'text', text: groupSeparator, at, canLead: false }
      : { kind: 'other', at };
  if (key === 'Enter' || key === 'Tab') return event.shiftKey ? { kind: 'other', at } : { kind: 'end', at };
  const text = characterOf(event);
  // A space cannot lead, since it presses the focused button.
  return text === undefined ? { kind: 'other', at } : { kind: 'text', text, at, canLead: text !== ' ' };
}

function characterOf({ key, code, shiftKey }: Key): string | undefined {
  if (isNamed(key)) return undefined;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  // Keys without a known position, such as those that a driver simulates, count by their character.
  return digit ?? symbols[code]?.[shiftKey ? 1 : 0] ?? (key === '' ? undefined : key);
}

/** Returns true for keys without a character; an Arabic key may have two letters: لا. */
const isNamed = (key: string) => /^[A-Z][A-Za-z]|^[A-Z]\d/.test(key);
