/** The language’s own name, and the small parts that join others. `and` joins two units of time. */
export const en = {
  language: 'English',
  riyal: 'SAR',
  comma: ', ',
  and: ' ',
} as const;
