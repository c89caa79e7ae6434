/** The language’s own name, and separators. `and` joins two units of time. */
export const en = {
  language: 'English',
  riyal: 'SAR',
  comma: ', ',
  and: ' ',
} as const;
