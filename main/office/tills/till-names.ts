/** Returns true when a name is one line of text: lists, mails and files have one name on each line. */
export const isLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);

/** Returns a name as one line, even if the till was named before names were checked. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
