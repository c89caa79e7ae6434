/** Whether a name is one line of text: names stand in lists, mails and files, a line each. */
export const isLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);

/** Returns a name as one line, also of a till that was named before this was asked. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
